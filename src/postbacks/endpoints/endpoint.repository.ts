import { Injectable } from '@nestjs/common';
import { DataSource, IsNull } from 'typeorm';
import type { MerchantMode } from '../../auth';
import { commonErrors } from '../../common/errors';
import { type Page, paginate } from '../../common/http';
import type { Tx } from '../../database';
import { postbackErrors } from '../postbacks.errors';
import type { EndpointListQuery } from './dto/endpoint-list.query';
import { MAX_ENDPOINTS, PostbackEndpoint } from './postback-endpoint.entity';

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

const BREAKER = `CASE WHEN e.breakerOpenUntil IS NULL THEN 'closed'
  WHEN e.breakerOpenUntil > now() THEN 'open' ELSE 'half_open' END`;
const IS_REPLAYING =
  'EXISTS (SELECT 1 FROM postback_replays r WHERE r.endpoint_id = e.id AND r.finished_at IS NULL)';

/** An endpoint as the fan-out sees it. */
export type Subscriber = Pick<PostbackEndpoint, 'id' | 'merchantId' | 'events' | 'status'>;

/** Deleted endpoints are rows without secrets; none of these methods finds one. */
@Injectable()
export class EndpointRepository {
  constructor(private readonly dataSource: DataSource) {}

  async list(merchantId: string, query: EndpointListQuery): Promise<Page<PostbackEndpoint>> {
    const builder = this.dataSource.manager
      .createQueryBuilder(PostbackEndpoint, 'endpoint')
      .where('endpoint.merchantId = :merchantId AND endpoint.deletedAt IS NULL', { merchantId });
    return paginate(builder, query, {
      alias: 'endpoint',
      search: 'endpoint.searchText',
      status: 'endpoint.status',
    });
  }

  /** All of a merchant's, of which there are twenty at most. */
  async findAll(merchantId: string): Promise<PostbackEndpoint[]> {
    return this.dataSource.manager.findBy(PostbackEndpoint, { merchantId, deletedAt: IsNull() });
  }

  /** Throws NOT_FOUND, also for another merchant's endpoint. */
  async get(merchantId: string, id: string): Promise<PostbackEndpoint> {
    const found = await this.dataSource.manager.findOneBy(PostbackEndpoint, {
      id,
      merchantId,
      deletedAt: IsNull(),
    });
    if (found === null) throw commonErrors.NOT_FOUND();
    return found;
  }

  /** The row, locked until the transaction ends. Throws NOT_FOUND. */
  async lock(tx: Tx, merchantId: string, id: string): Promise<PostbackEndpoint> {
    const found = await this.lockAny(tx, id);
    if (found?.merchantId !== merchantId) throw commonErrors.NOT_FOUND();
    return found;
  }

  /** As lock, for the worker: whosesoever it is; null when it is gone. */
  async lockAny(tx: Tx, id: string): Promise<PostbackEndpoint | null> {
    return tx.findOne(PostbackEndpoint, {
      where: { id, deletedAt: IsNull() },
      // Weaker than FOR UPDATE: deliveries that are inserted meanwhile refer to the row without waiting for it.
      lock: { mode: 'for_no_key_update' },
    });
  }

  /** The endpoint with what else counts for its deliveries at this moment; null when it is gone. */
  async findTarget(id: string): Promise<DeliveryTarget | null> {
    // Time by the database's clock, like the leases: the workers' own may differ.
    const { entities, raw } = await this.dataSource.manager
      .createQueryBuilder(PostbackEndpoint, 'e')
      .innerJoin('merchants', 'm', 'm.id = e.merchantId')
      .addSelect('m.mode', 'mode')
      .addSelect(BREAKER, 'breaker')
      .addSelect('extract(epoch FROM e.breakerOpenUntil - now())::float8 * 1000', 'opens_in_ms')
      .addSelect(IS_REPLAYING, 'is_replaying')
      .where('e.id = :id AND e.deletedAt IS NULL', { id })
      .getRawAndEntities<TargetRow>();
    const [endpoint, row] = [entities[0], raw[0]];
    if (endpoint === undefined || row === undefined) return null;
    const { mode, breaker, opens_in_ms: opensInMs, is_replaying: isReplaying } = row;
    return { endpoint, mode, breaker, opensInMs: opensInMs ?? 0, isReplaying };
  }

  /**
   * The lowest free slot of a merchant. The lock on the merchant makes concurrent creations take turns.
   * Throws TOO_MANY_ENDPOINTS.
   */
  async takeSlot(tx: Tx, merchantId: string): Promise<number> {
    await tx.query('SELECT 1 FROM merchants WHERE id = $1 FOR NO KEY UPDATE', [merchantId]);
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

  async save(tx: Tx, endpoint: PostbackEndpoint): Promise<void> {
    const { id, lastSequence: _handedOutElsewhere, ...columns } = endpoint;
    await tx.update(PostbackEndpoint, { id }, columns);
  }

  /** All endpoints of these merchants, locked in the order of their ids, so that two relays never wait for each other. */
  async lockSubscribers(tx: Tx, merchantIds: readonly string[]): Promise<Subscriber[]> {
    return tx.query<Subscriber[]>(
      `SELECT id, merchant_id AS "merchantId", events, status FROM postback_endpoints
        WHERE merchant_id = ANY($1) AND deleted_at IS NULL
        ORDER BY id FOR NO KEY UPDATE`,
      [merchantIds],
    );
  }

  /** The next sequence numbers of locked endpoints, as many as each needs; returns the first of each. */
  async takeSequences(tx: Tx, counts: ReadonlyMap<string, number>): Promise<Map<string, number>> {
    const [rows] = await tx.query<[{ id: string; first: number }[], number]>(
      `UPDATE postback_endpoints AS endpoint SET last_sequence = last_sequence + wanted.count
         FROM unnest($1::uuid[], $2::int[]) AS wanted (id, count)
        WHERE endpoint.id = wanted.id
       RETURNING endpoint.id, (last_sequence - wanted.count + 1)::float8 AS first`,
      [[...counts.keys()], [...counts.values()]],
    );
    return new Map(rows.map(({ id, first }) => [id, first]));
  }
}
