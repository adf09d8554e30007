import { Injectable } from '@nestjs/common';
import { commonErrors } from '../../common/errors';
import { PreparedOnceLarge, type Tx } from '../../database';
import { type DeliveryStatus, statusAfter, statusesFrom, TO_BE_SENT } from '../delivery.transitions';
import type { EndpointKey } from '../endpoints/postback-endpoint.entity';
import { notificationBody } from '../notification-body';
import { PostbackDelivery } from './postback-delivery.entity';
import type { EventKey } from '../events/postback-event.repository';

/** Deliveries of one endpoint that are taken at once, at most: asking for them costs about as much as sending five. */
export const MOST_AT_ONCE = 100;

/** A delivery about to be written. */
export interface NewDelivery {
  readonly id: string;
  readonly merchantId: string;
  readonly endpointId: string;
  readonly eventId: string;
  readonly event: string;
  readonly resourceId: string;
  readonly sequence: number;
  readonly status: DeliveryStatus;
  readonly attemptLimit: number;
  readonly searchText: string;
  readonly createdAt: Date;
}

/** A delivery that this worker holds until its lease ends. */
export interface ClaimedDelivery {
  readonly id: string;
  readonly eventId: string;
  readonly event: string;
  /** The bytes that are signed and sent, the same in every attempt. */
  readonly body: string;
  readonly sequence: number;
  readonly attemptCount: number;
  readonly extraAttempts: number;
  /** This attempt is what a resend or a replay asks for. */
  readonly resendDue: boolean;
  /** Fencing token: of an attempt whose row has another one by now, only a success is written. */
  readonly claim: number;
}

/** A row that was claimed, and how many were looked at. */
interface ClaimedRow extends Omit<ClaimedDelivery, 'body'> {
  readonly occurredAt: Date;
  readonly payload: string;
  readonly seen: number;
}

/** How much of an endpoint's deliveries is taken at once, and for how long. */
interface ClaimLimits {
  readonly limit: number;
  readonly maxBytes: number;
  readonly leaseMs: number;
}

/** What was taken, and whether more is due. */
export interface Claim {
  readonly deliveries: ClaimedDelivery[];
  readonly isAll: boolean;
}

/** The lowest UUID of version 7 that the moment `$1` days ago could have made. */
const LOWEST_ID = `(lpad(to_hex((extract(epoch FROM now() - make_interval(days => $1)) * 1000)::bigint), 12, '0')
  || '70008000000000000000')::uuid`;

/**
 * A resend asks for an attempt beside the schedule: not of what has arrived, which has none, and not where the first
 * attempt, or one that was asked for, is about to be made.
 */
const IS_EXTRA = `status IN (${TO_BE_SENT}) AND delivered_at IS NULL AND NOT resend_due
  AND (attempt_count > 0 OR coalesce(lease_until > now(), false))`;

const claims = new Map<number, PreparedOnceLarge>();

/**
 * By how many are taken, of which there are few: not knowing that, the planner would not expect the first to be enough. Whose they are
 * is joined, not said by $1 again: of a merchant that statistics know nothing of, one or two rows are expected, and to look through all
 * of its rows for each that was taken seems as good as to look up that one (decision 0028).
 */
function claimOf(limit: number): PreparedOnceLarge {
  const known = claims.get(limit);
  if (known !== undefined) return known;
  const made = new PreparedOnceLarge(
    `WITH due AS (
     SELECT merchant_id, id, event_id, next_attempt_at, sequence, resend_due FROM postback_deliveries
      WHERE merchant_id = $1 AND endpoint_id = $2 AND status IN (${TO_BE_SENT}) AND next_attempt_at <= now()
        AND (lease_until IS NULL OR lease_until <= now())
      ORDER BY next_attempt_at, sequence
      LIMIT ${limit}
        FOR UPDATE SKIP LOCKED),
   weighed AS (
     SELECT due.merchant_id, due.id, due.resend_due, e.occurred_at, e.payload, octet_length(e.payload) AS bytes,
            sum(octet_length(e.payload)) OVER (ORDER BY next_attempt_at, sequence) AS up_to, count(*) OVER () AS seen
       FROM due JOIN postback_events e ON e.merchant_id = due.merchant_id AND e.id = due.event_id)
   UPDATE postback_deliveries AS delivery
      SET lease_until = now() + make_interval(secs => $3 / 1000.0), claim = claim + 1, resend_due = false
     FROM weighed
    WHERE delivery.merchant_id = weighed.merchant_id AND delivery.id = weighed.id AND (up_to <= $4 OR up_to = bytes)
   RETURNING delivery.id, event_id AS "eventId", event, occurred_at AS "occurredAt", payload,
             attempt_count AS "attemptCount", extra_attempts AS "extraAttempts",
             weighed.resend_due AS "resendDue", claim, delivery.sequence::float8 AS sequence, seen::int AS seen`,
  );
  claims.set(limit, made);
  return made;
}

/** The statements of the delivery, written by hand: one per batch, whatever its size. */
@Injectable()
export class DeliveryRepository {
  async insert(tx: Tx, deliveries: readonly NewDelivery[]): Promise<void> {
    const of = <K extends keyof NewDelivery>(key: K): NewDelivery[K][] =>
      deliveries.map((delivery) => delivery[key]);
    await tx.query(
      `INSERT INTO postback_deliveries
         (id, merchant_id, endpoint_id, event_id, event, resource_id, sequence, status, attempt_limit,
          next_attempt_at, search_text, created_at, updated_at)
       SELECT id, merchant_id, endpoint_id, event_id, event, resource_id, sequence, status, attempt_limit,
              CASE status WHEN ${statusAfter('enqueue')} THEN now() END, search_text, created_at, created_at
         FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::text[], $6::uuid[], $7::bigint[], $8::text[],
                     $9::int[], $10::text[], $11::timestamptz[])
           AS new (id, merchant_id, endpoint_id, event_id, event, resource_id, sequence, status, attempt_limit, search_text,
                   created_at)`,
      [
        of('id'),
        of('merchantId'),
        of('endpointId'),
        of('eventId'),
        of('event'),
        of('resourceId'),
        of('sequence'),
        of('status'),
        of('attemptLimit'),
        of('searchText'),
        of('createdAt'),
      ],
    );
  }

  /** Of these merchants' events, the pairs that have a delivery already, as `event endpoint`. */
  async findPairs(tx: Tx, merchantIds: readonly string[], eventIds: readonly string[]): Promise<Set<string>> {
    const rows = await tx.query<{ pair: string }[]>(
      `SELECT event_id || ' ' || endpoint_id AS pair FROM postback_deliveries
        WHERE merchant_id = ANY($1) AND event_id = ANY($2)`,
      [merchantIds, eventIds],
    );
    return new Set(rows.map(({ pair }) => pair));
  }

  /**
   * Takes up to `limit` due deliveries of an endpoint that nobody holds, for `leaseMs`, the longest due first; fewer when
   * their bodies have more than `maxBytes` together, but one at least.
   */
  async claim(
    tx: Tx,
    { merchantId, endpointId }: EndpointKey,
    { limit, maxBytes, leaseMs }: ClaimLimits,
  ): Promise<Claim> {
    const statement = claimOf(limit);
    const values = [merchantId, endpointId, leaseMs, maxBytes];
    const [rows] = await tx.query<[ClaimedRow[], number]>(statement.text, values);
    statement.found(rows.length);
    // RETURNING has no order of its own.
    const deliveries = rows
      .sort((left, right) => left.sequence - right.sequence)
      .map(({ occurredAt, payload, seen: _seen, ...row }) => ({
        ...row,
        body: notificationBody({ ...row, occurredAt }, payload),
      }));
    const seen = rows[0]?.seen ?? 0;
    return { deliveries, isAll: seen < limit && seen === rows.length };
  }

  /** Gives back what was claimed and not begun. */
  async release(tx: Tx, { merchantId }: EndpointKey, claimed: readonly ClaimedDelivery[]): Promise<void> {
    await tx.query(
      `UPDATE postback_deliveries AS delivery
          SET lease_until = NULL,
              resend_due = delivery.resend_due OR (taken.resend_due AND delivery.status IN (${TO_BE_SENT}))
         FROM unnest(array_fill($1::uuid, ARRAY[cardinality($2::uuid[])]), $2::uuid[], $3::int[], $4::boolean[]) AS taken (merchant_id, id, claim, resend_due)
        WHERE delivery.merchant_id = taken.merchant_id AND delivery.id = taken.id AND delivery.claim = taken.claim`,
      [
        merchantId,
        claimed.map(({ id }) => id),
        claimed.map(({ claim }) => claim),
        claimed.map(({ resendDue }) => resendDue),
      ],
    );
  }

  /** Throws NOT_FOUND. */
  async get(tx: Tx, merchantId: string, id: string): Promise<PostbackDelivery> {
    const delivery = await tx.findOneBy(PostbackDelivery, { merchantId, id });
    if (delivery === null) throw commonErrors.NOT_FOUND();
    return delivery;
  }

  /**
   * One attempt more, now; after one that is in flight. What still had attempts of its schedule keeps them and their
   * waits, anything else ends with this one. An attempt that was asked for before and that nobody has begun serves both.
   */
  async resend(tx: Tx, merchantId: string, id: string): Promise<void> {
    await tx.query(
      `UPDATE postback_deliveries
          SET attempt_limit = CASE WHEN status NOT IN (${TO_BE_SENT}) THEN attempt_count + 1
                                   WHEN ${IS_EXTRA} THEN attempt_limit + 1 ELSE attempt_limit END,
              extra_attempts = extra_attempts + CASE WHEN ${IS_EXTRA} THEN 1 ELSE 0 END,
              resend_due = true,
              status = CASE WHEN status IN (${statusesFrom('resend')}) THEN ${statusAfter('resend')} ELSE status END,
              next_attempt_at = now(),
              updated_at = now()
        WHERE merchant_id = $1 AND id = $2`,
      [merchantId, id],
    );
  }

  /** contract §7, Held: what nobody replayed in time will not be sent. Returns how many, `limit` at most. */
  async expireHeld(tx: Tx, days: number, limit: number): Promise<number> {
    const [, count] = await tx.query<[unknown, number]>(
      `UPDATE postback_deliveries SET status = ${statusAfter('expire')}, updated_at = now()
        WHERE (merchant_id, id) IN (
                SELECT merchant_id, id FROM postback_deliveries
                 WHERE status = ${statusesFrom('expire')} AND updated_at < now() - make_interval(days => $1)
                 ORDER BY updated_at LIMIT $2 FOR UPDATE SKIP LOCKED)`,
      [days, limit],
    );
    return count;
  }

  /**
   * Deletes deliveries past their age with their attempts, and events with their last one, the oldest first and none that somebody holds; returns how
   * many, `limit` at most. Ids are in the order of time, so an index on them alone finds these, side by side in the
   * table. What may still be sent stays.
   */
  async deletePast(tx: Tx, days: number, limit: number): Promise<EventKey[]> {
    const [deleted] = await tx.query<[EventKey[], number]>(
      `DELETE FROM postback_deliveries
        WHERE (merchant_id, id) IN (
                SELECT merchant_id, id FROM postback_deliveries
                 WHERE id < ${LOWEST_ID} AND created_at < now() - make_interval(days => $1)
                   AND status NOT IN (${statusesFrom('cancel')})
                 ORDER BY id LIMIT $2 FOR UPDATE SKIP LOCKED)
       RETURNING merchant_id AS "merchantId", event_id AS id`,
      [days, limit],
    );
    return deleted;
  }
}
