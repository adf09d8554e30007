import { Injectable } from '@nestjs/common';
import { DataSource, IsNull } from 'typeorm';
import type { MerchantMode } from '../../auth';
import { commonErrors } from '../../common/errors';
import { type Page, paginate } from '../../common/http';
import type { Tx } from '../../database';
import { type DeliveryTrigger, statusAfter, statusesFrom } from '../delivery.transitions';
import { postbackErrors } from '../postbacks.errors';
import type { ListEndpointsQuery } from './list-endpoints.query';
import { type EndpointKey, MAX_ENDPOINTS, PostbackEndpoint } from './postback-endpoint.entity';

/** closed: everything is sent; open: nothing; half_open: one attempt, which decides. */
export type BreakerState = 'closed' | 'open' | 'half_open';

/** What a delivery needs to know of its endpoint. */
export interface DeliveryTarget {
  readonly endpoint: PostbackEndpoint;
  readonly mode: MerchantMode;
  readonly breaker: BreakerState;
  /** How long the breaker stays open, in milliseconds. */
  readonly opensInMs: number;
  /** A replay is on its way through the endpoint's deliveries. */
  readonly isReplaying: boolean;
}

interface TargetRow {
  readonly mode: MerchantMode;
  readonly breaker: BreakerState;
  readonly opens_in_ms: number | null;
  readonly is_replaying: boolean;
}

/** An endpoint's secrets as they are stored: encrypted. */
export interface SealedEndpoint {
  readonly merchantId: string;
  readonly id: string;
  readonly current: string;
  readonly previous: string | null;
}

const BREAKER = `CASE WHEN e.breakerOpenUntil IS NULL THEN 'closed'
  WHEN e.breakerOpenUntil > now() THEN 'open' ELSE 'half_open' END`;
const IS_REPLAYING = `EXISTS (SELECT 1 FROM postback_replays r
  WHERE r.merchant_id = e.merchant_id AND r.endpoint_id = e.id AND r.finished_at IS NULL)`;
/** The key of the lock that a merchant's new endpoints take, as SQL. */
export function creationLock(merchantId: string): string {
  return `hashtextextended('postback endpoints ' || ${merchantId}::uuid, 0)`;
}

const NIL = '00000000-0000-0000-0000-000000000000';

/** Deleted endpoints are rows without secrets; none of these methods finds one. */
@Injectable()
export class EndpointRepository {
  constructor(private readonly dataSource: DataSource) {}

  async list(merchantId: string, query: ListEndpointsQuery): Promise<Page<PostbackEndpoint>> {
    const builder = this.dataSource.manager
      .createQueryBuilder(PostbackEndpoint, 'endpoint')
      .where('endpoint.merchantId = :merchantId AND endpoint.deletedAt IS NULL', { merchantId });
    const page = await paginate(builder, query, {
      alias: 'endpoint',
      search: 'endpoint.searchText',
      status: 'endpoint.status',
    });
    // One that was deleted after the page's ids were found is still a row, which nobody may see.
    return { ...page, items: page.items.filter(({ deletedAt }) => deletedAt === null) };
  }

  /** All of a merchant's, of which there are twenty at most. */
  async findAll(merchantId: string): Promise<PostbackEndpoint[]> {
    return this.dataSource.manager.findBy(PostbackEndpoint, { merchantId, deletedAt: IsNull() });
  }

  /** Throws NOT_FOUND, also for another merchant's endpoint. */
  async get(merchantId: string, id: string): Promise<PostbackEndpoint> {
    const found = await this.dataSource.manager.findOneBy(PostbackEndpoint, {
      merchantId,
      id,
      deletedAt: IsNull(),
    });
    if (found === null) throw commonErrors.NOT_FOUND();
    return found;
  }

  /** The row, locked until the transaction ends. Throws NOT_FOUND. */
  async lock(tx: Tx, merchantId: string, id: string): Promise<PostbackEndpoint> {
    const found = await this.lockIfPresent(tx, { merchantId, endpointId: id });
    if (found === null) throw commonErrors.NOT_FOUND();
    return found;
  }

  /** As lock; null when it is gone. */
  async lockIfPresent(tx: Tx, { merchantId, endpointId: id }: EndpointKey): Promise<PostbackEndpoint | null> {
    return tx.findOne(PostbackEndpoint, {
      where: { merchantId, id, deletedAt: IsNull() },
      // Weaker than FOR UPDATE: deliveries that are inserted refer to the row without waiting for it.
      lock: { mode: 'for_no_key_update' },
    });
  }

  /** The endpoint with what else counts for its deliveries at this moment; null when it is gone. */
  async findTarget({ merchantId, endpointId }: EndpointKey): Promise<DeliveryTarget | null> {
    // Time by the database's clock, like the leases: the workers' own may differ.
    const { entities, raw } = await this.dataSource.manager
      .createQueryBuilder(PostbackEndpoint, 'e')
      .addSelect('(SELECT m.mode FROM merchants m WHERE m.id = e.merchantId)', 'mode')
      .addSelect(BREAKER, 'breaker')
      .addSelect('extract(epoch FROM e.breakerOpenUntil - now())::float8 * 1000', 'opens_in_ms')
      .addSelect(IS_REPLAYING, 'is_replaying')
      // By its key alone: so connections keep it planned.
      .where('e.merchantId = :merchantId AND e.id = :endpointId', { merchantId, endpointId })
      .getRawAndEntities<TargetRow>();
    const [endpoint, row] = [entities[0], raw[0]];
    if (endpoint === undefined || row === undefined || endpoint.deletedAt !== null) return null;
    const { mode, breaker, opens_in_ms: opensInMs, is_replaying: isReplaying } = row;
    return { endpoint, mode, breaker, opensInMs: opensInMs ?? 0, isReplaying };
  }

  /**
   * The lowest free slot of a merchant. Creations of one merchant wait for each other, and for whoever distributes its
   * events at this moment: who knows of an endpoint and who does not agrees with the order of positions.
   * Throws TOO_MANY_ENDPOINTS.
   */
  async takeSlot(tx: Tx, merchantId: string): Promise<number> {
    await tx.query(`SELECT pg_advisory_xact_lock(${creationLock('$1')})`, [merchantId]);
    const rows = await tx.query<{ slot: number }[]>(
      `SELECT slot FROM generate_series(1, $2) AS slot
        WHERE slot NOT IN (SELECT slot FROM postback_endpoints WHERE merchant_id = $1 AND deleted_at IS NULL)
        ORDER BY slot LIMIT 1`,
      [merchantId, MAX_ENDPOINTS],
    );
    if (rows[0] === undefined) throw postbackErrors.TOO_MANY_ENDPOINTS();
    return rows[0].slot;
  }

  async insert(tx: Tx, endpoint: PostbackEndpoint): Promise<void> {
    await tx.insert(PostbackEndpoint, endpoint);
  }

  async update(tx: Tx, endpoint: PostbackEndpoint): Promise<void> {
    const { merchantId, id, lastSequence: _handedOutElsewhere, ...columns } = endpoint;
    await tx.update(PostbackEndpoint, { merchantId, id }, columns);
  }

  /** What a locked endpoint was subscribed to until this position of the outbox, before a change or its deletion. */
  async insertPastSubscription(
    tx: Tx,
    { merchantId, id, events }: PostbackEndpoint,
    untilPosition: number,
  ): Promise<void> {
    await tx.query(
      `INSERT INTO postback_past_subscriptions (merchant_id, endpoint_id, until_position, events, changed_at)
       VALUES ($1, $2, $3, $4, now())`,
      [merchantId, id, untilPosition, events],
    );
  }

  /** contract §7, Held: what a locked endpoint was still to be sent is kept until a replay or a resend. */
  async holdDeliveries(tx: Tx, endpoint: PostbackEndpoint): Promise<void> {
    await this.stopDeliveries(tx, endpoint, 'hold');
  }

  /** contract §7: what a locked endpoint was still to be sent will not be. */
  async cancelDeliveries(tx: Tx, endpoint: PostbackEndpoint): Promise<void> {
    await this.stopDeliveries(tx, endpoint, 'cancel');
  }

  /** The next sequence numbers of locked endpoints, as many as each needs; returns the first of each by its id. */
  async takeSequences(
    tx: Tx,
    wanted: readonly (EndpointKey & { readonly count: number })[],
  ): Promise<Map<string, number>> {
    const [rows] = await tx.query<[{ id: string; first: number }[], number]>(
      `UPDATE postback_endpoints AS endpoint SET last_sequence = last_sequence + wanted.count
         FROM unnest($1::uuid[], $2::uuid[], $3::int[]) AS wanted (merchant_id, id, count)
        WHERE endpoint.merchant_id = wanted.merchant_id AND endpoint.id = wanted.id
       RETURNING endpoint.id, (last_sequence - wanted.count + 1)::float8 AS first`,
      [
        wanted.map(({ merchantId }) => merchantId),
        wanted.map(({ endpointId }) => endpointId),
        wanted.map(({ count }) => count),
      ],
    );
    return new Map(rows.map(({ id, first }) => [id, first]));
  }

  /** The next endpoints whose secrets an older key of the ring sealed, in the order of their keys, locked. */
  async lockOldSecrets(
    tx: Tx,
    newestPrefix: string,
    after: SealedEndpoint | null,
    limit: number,
  ): Promise<SealedEndpoint[]> {
    return tx.query<SealedEndpoint[]>(
      `SELECT merchant_id AS "merchantId", id, secret_box AS current, previous_secret_box AS previous
         FROM postback_endpoints
        WHERE (merchant_id, id) > ($1, $2) AND secret_box IS NOT NULL
          AND NOT (starts_with(secret_box, $3) AND starts_with(coalesce(previous_secret_box, $3), $3))
        ORDER BY merchant_id, id LIMIT $4 FOR NO KEY UPDATE`,
      [after?.merchantId ?? NIL, after?.id ?? NIL, newestPrefix, limit],
    );
  }

  /** Neither version nor updated_at: nothing that the merchant sees has changed. */
  async updateSecrets(tx: Tx, { merchantId, id, current, previous }: SealedEndpoint): Promise<void> {
    await tx.query(
      'UPDATE postback_endpoints SET secret_box = $3, previous_secret_box = $4 WHERE merchant_id = $1 AND id = $2',
      [merchantId, id, current, previous],
    );
  }

  /**
   * Here, beside the lock that it needs. A row that a worker holds at this moment is taken as well: its attempt ends
   * as it ends, and only a success changes the row again. What replays have not reached stays as it is. What has arrived
   * before was to be sent once more: that is all that falls away.
   */
  private async stopDeliveries(
    tx: Tx,
    { merchantId, id }: PostbackEndpoint,
    trigger: DeliveryTrigger,
  ): Promise<void> {
    await tx.query(
      `UPDATE postback_replays SET finished_at = now()
        WHERE merchant_id = $1 AND endpoint_id = $2 AND finished_at IS NULL`,
      [merchantId, id],
    );
    await tx.query(
      `UPDATE postback_deliveries
          SET status = CASE WHEN delivered_at IS NULL THEN ${statusAfter(trigger)} ELSE ${statusAfter('restore')} END,
              next_attempt_at = NULL, resend_due = false, updated_at = now()
        WHERE merchant_id = $1 AND endpoint_id = $2 AND status IN (${statusesFrom(trigger)})`,
      [merchantId, id],
    );
  }
}
