import { Injectable } from '@nestjs/common';
import { commonErrors } from '../../common/errors';
import type { Tx } from '../../database';
import { type DeliveryStatus, statusAfter, statusesFrom, TO_BE_SENT } from '../delivery.transitions';
import type { EndpointKey } from '../endpoints/postback-endpoint.entity';
import { PostbackDelivery } from './postback-delivery.entity';

/** A delivery about to be written. */
export interface NewDelivery {
  readonly id: string;
  readonly merchantId: string;
  readonly endpointId: string;
  readonly eventId: string;
  readonly event: string;
  readonly resourceId: string;
  readonly sequence: number;
  readonly body: string;
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
  readonly body: string;
  readonly sequence: number;
  readonly attemptCount: number;
  /** Fencing token: of an attempt whose row has another one by now, only a success is written. */
  readonly claim: number;
}

/** How much of an endpoint's deliveries is taken at once, and for how long. */
interface ClaimLimits {
  readonly limit: number;
  readonly maxBytes: number;
  readonly leaseMs: number;
}

/** What was taken, and whether more is due. */
export interface Claim {
  readonly deliveries: readonly ClaimedDelivery[];
  readonly isAll: boolean;
}

/** What came of one attempt. */
export interface AttemptOutcome {
  readonly merchantId: string;
  readonly id: string;
  readonly claim: number;
  readonly at: Date;
  readonly durationMs: number;
  readonly statusCode: number | null;
  readonly headers: Readonly<Record<string, string>> | null;
  readonly body: string | null;
  readonly error: string | null;
  readonly succeeded: boolean;
  /** The receiver answered 410: nothing more goes to this address. */
  readonly gone: boolean;
  /** X-Service-Signature was made with the new secret, before it is known that the receiver has it. */
  readonly triedNext: boolean;
  /** Wait before the next attempt after a failure. */
  readonly waitMs: number;
}

export interface RecordedDelivery {
  readonly id: string;
  readonly status: DeliveryStatus;
  readonly nextAttemptAt: Date | null;
  /** A success that was written although another worker had the row by then. */
  readonly late: boolean;
}

/**
 * The status after an attempt, decided on the row as it is then. While the attempt ran its endpoint may have been
 * paused or deleted: that stands, unless the attempt succeeded. A resend that was asked for since follows at once.
 */
const STATUS_AFTER_ATTEMPT = `CASE
  WHEN d.resend_due AND d.status IN (${TO_BE_SENT}) THEN ${statusAfter('retry')}
  WHEN o.succeeded THEN ${statusAfter('deliver')}
  WHEN d.status NOT IN (${TO_BE_SENT}) THEN d.status
  WHEN d.attempt_count + 1 < d.attempt_limit THEN ${statusAfter('retry')}
  WHEN d.delivered_at IS NOT NULL THEN ${statusAfter('restore')}
  ELSE ${statusAfter('exhaust')} END`;

/** The lowest UUID of version 7 that the moment `$1` days ago could have made. */
const LOWEST_ID = `(lpad(to_hex((extract(epoch FROM now() - make_interval(days => $1)) * 1000)::bigint), 12, '0')
  || '70008000000000000000')::uuid`;

/** The statements of the delivery, written by hand: one per batch, whatever its size. */
@Injectable()
export class DeliveryRepository {
  async insert(tx: Tx, deliveries: readonly NewDelivery[]): Promise<void> {
    const of = <K extends keyof NewDelivery>(key: K): NewDelivery[K][] =>
      deliveries.map((delivery) => delivery[key]);
    await tx.query(
      `INSERT INTO postback_deliveries
         (id, merchant_id, endpoint_id, event_id, event, resource_id, sequence, body, status, attempt_limit,
          next_attempt_at, search_text, created_at, updated_at)
       SELECT id, merchant_id, endpoint_id, event_id, event, resource_id, sequence, body, status, attempt_limit,
              CASE status WHEN ${statusAfter('enqueue')} THEN now() END, search_text, created_at, created_at
         FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::text[], $6::uuid[], $7::bigint[], $8::text[],
                     $9::text[], $10::int[], $11::text[], $12::timestamptz[])
           AS new (id, merchant_id, endpoint_id, event_id, event, resource_id, sequence, body, status, attempt_limit,
                   search_text, created_at)`,
      [
        of('id'),
        of('merchantId'),
        of('endpointId'),
        of('eventId'),
        of('event'),
        of('resourceId'),
        of('sequence'),
        of('body'),
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
    const [rows] = await tx.query<[(ClaimedDelivery & { readonly seen: number })[], number]>(
      `WITH due AS (
         SELECT id, next_attempt_at, sequence, octet_length(body) AS bytes FROM postback_deliveries
          WHERE merchant_id = $1 AND endpoint_id = $2 AND status IN (${TO_BE_SENT}) AND next_attempt_at <= now()
            AND (lease_until IS NULL OR lease_until <= now())
          ORDER BY next_attempt_at, sequence
          LIMIT $3
            FOR UPDATE SKIP LOCKED),
       weighed AS (
         SELECT id, bytes, sum(bytes) OVER (ORDER BY next_attempt_at, sequence) AS up_to, count(*) OVER () AS seen
           FROM due)
       UPDATE postback_deliveries AS delivery
          SET lease_until = now() + make_interval(secs => $4 / 1000.0), claim = claim + 1, resend_due = false
         FROM weighed
        WHERE delivery.merchant_id = $1 AND delivery.id = weighed.id AND (up_to <= $5 OR up_to = bytes)
       RETURNING delivery.id, event_id AS "eventId", event, body, attempt_count AS "attemptCount", claim,
                 delivery.sequence::float8 AS sequence, seen::int AS seen`,
      [merchantId, endpointId, limit, leaseMs, maxBytes],
    );
    // RETURNING has no order of its own.
    const deliveries = rows.sort((left, right) => left.sequence - right.sequence);
    const seen = rows[0]?.seen ?? 0;
    return { deliveries, isAll: seen < limit && seen === rows.length };
  }

  /** Gives back what was claimed and not begun. */
  async release(tx: Tx, { merchantId }: EndpointKey, claimed: readonly ClaimedDelivery[]): Promise<void> {
    await tx.query(
      `UPDATE postback_deliveries AS delivery SET lease_until = NULL
         FROM unnest($2::uuid[], $3::int[]) AS taken (id, claim)
        WHERE delivery.merchant_id = $1 AND delivery.id = taken.id AND delivery.claim = taken.claim`,
      [merchantId, claimed.map(({ id }) => id), claimed.map(({ claim }) => claim)],
    );
  }

  /**
   * Writes outcomes and attempts in one statement. A row whose claim has moved on belongs to another worker by now: a
   * failure that comes so late says nothing of it, a success is written all the same, and ends it. Its lease and what
   * was asked for meanwhile stay with whoever has it; attempts are numbered in the order in which they are written.
   * Writing the same once more, because nobody heard whether it was committed, changes nothing.
   */
  async record(tx: Tx, outcomes: readonly AttemptOutcome[]): Promise<RecordedDelivery[]> {
    return tx.query<RecordedDelivery[]>(
      `WITH outcome AS (
         SELECT * FROM jsonb_to_recordset($1::jsonb) AS o (
           "merchantId" uuid, id uuid, claim int, at timestamptz, "durationMs" int, "statusCode" int, headers jsonb, body text,
           error text, succeeded boolean, gone boolean, "waitMs" float8)
          -- So many there are: the planner, who would take them for a hundred, goes by the keys then.
          LIMIT $2),
       changed AS (
         UPDATE postback_deliveries AS d
            SET status = ${STATUS_AFTER_ATTEMPT},
                attempt_count = d.attempt_count + 1,
                next_attempt_at = CASE WHEN ${STATUS_AFTER_ATTEMPT} = ${statusAfter('retry')} THEN
                  CASE WHEN d.resend_due THEN now() ELSE now() + make_interval(secs => o."waitMs" / 1000.0) END END,
                lease_until = CASE WHEN d.claim = o.claim THEN NULL ELSE d.lease_until END,
                resend_due = d.claim <> o.claim AND d.resend_due,
                -- It has arrived: the attempt that was asked for meanwhile is one more, and no schedule follows it.
                attempt_limit = CASE WHEN d.claim = o.claim AND o.succeeded AND d.resend_due
                  THEN d.attempt_count + 2 ELSE d.attempt_limit END,
                delivered_at = CASE WHEN o.succeeded THEN coalesce(d.delivered_at, now()) ELSE d.delivered_at END,
                updated_at = now()
           FROM outcome o
          WHERE d.merchant_id = o."merchantId" AND d.id = o.id
            AND ((d.claim = o.claim AND d.lease_until IS NOT NULL)
                 -- Counted, row by row and by the key: of NOT EXISTS the planner makes a walk through all attempts.
                 OR (d.claim <> o.claim AND o.succeeded AND (
                   SELECT count(*) FROM postback_attempts a
                    WHERE a.merchant_id = o."merchantId" AND a.delivery_id = o.id AND a.at = o.at
                      AND a.duration_ms = o."durationMs") = 0))
         RETURNING d.merchant_id, d.id, d.status, d.next_attempt_at, d.attempt_count, d.claim <> o.claim AS late, o.at,
                   o."statusCode", o.headers, o.body AS answer, o."durationMs", o.error),
       logged AS (
         INSERT INTO postback_attempts
           (merchant_id, delivery_id, number, at, status_code, response_headers, response_body, duration_ms, error)
         SELECT merchant_id, id, attempt_count, at, "statusCode", headers, answer, "durationMs", error FROM changed)
       SELECT id, status, next_attempt_at AS "nextAttemptAt", late FROM changed`,
      [JSON.stringify(outcomes), outcomes.length],
    );
  }

  /** Throws NOT_FOUND. */
  async get(tx: Tx, merchantId: string, id: string): Promise<PostbackDelivery> {
    const delivery = await tx.findOneBy(PostbackDelivery, { merchantId, id });
    if (delivery === null) throw commonErrors.NOT_FOUND();
    return delivery;
  }

  /**
   * One attempt more, now; after one that is in flight. What still had attempts of its schedule keeps them,
   * anything else ends with this one.
   */
  async resend(tx: Tx, merchantId: string, id: string): Promise<void> {
    await tx.query(
      `UPDATE postback_deliveries
          SET attempt_limit = CASE WHEN status IN (${TO_BE_SENT}) THEN attempt_limit + 1 ELSE attempt_count + 1 END,
              resend_due = coalesce(lease_until > now(), false),
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
   * Deletes deliveries past their age with their attempts, the oldest first and none that somebody holds; returns how
   * many, `limit` at most. Ids are in the order of time, so an index on them alone finds these, side by side in the
   * table. What may still be sent stays.
   */
  async deletePast(tx: Tx, days: number, limit: number): Promise<number> {
    const [, count] = await tx.query<[unknown, number]>(
      `DELETE FROM postback_deliveries
        WHERE (merchant_id, id) IN (
                SELECT merchant_id, id FROM postback_deliveries
                 WHERE id < ${LOWEST_ID} AND created_at < now() - make_interval(days => $1)
                   AND status NOT IN (${statusesFrom('cancel')})
                 ORDER BY id LIMIT $2 FOR UPDATE SKIP LOCKED)`,
      [days, limit],
    );
    return count;
  }
}
