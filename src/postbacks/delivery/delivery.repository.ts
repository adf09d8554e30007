import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Tx } from '../../database';
import type { DeliveryStatus } from './postback-delivery.entity';

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
  readonly status: 'pending' | 'held';
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
  /** Fencing token: an outcome is written only while the row still has it. */
  readonly claim: number;
}

/** What came of one attempt. */
export interface AttemptOutcome {
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
  /** Wait before the next attempt, should there be one. */
  readonly waitMs: number;
}

export interface RecordedDelivery {
  readonly id: string;
  readonly status: DeliveryStatus;
  readonly nextAttemptAt: Date | null;
}

/**
 * The status after an attempt, decided on the row as it is at that moment. A pause or a deletion meanwhile stands
 * unless the attempt succeeded; a resend that was asked for meanwhile follows at once.
 */
const STATUS_AFTER = `CASE
  WHEN d.resend_due AND d.status IN ('pending', 'retrying') THEN 'retrying'
  WHEN o.succeeded THEN 'delivered'
  WHEN d.status IN ('held', 'cancelled') THEN d.status
  WHEN d.attempt_count + 1 < d.attempt_limit THEN 'retrying'
  WHEN d.delivered_at IS NOT NULL THEN 'delivered'
  ELSE 'exhausted' END`;

/** The statements of the delivery, written by hand: one per batch, whatever its size. */
@Injectable()
export class DeliveryRepository {
  constructor(private readonly dataSource: DataSource) {}

  async insert(tx: Tx, deliveries: readonly NewDelivery[]): Promise<void> {
    const of = <K extends keyof NewDelivery>(key: K): NewDelivery[K][] =>
      deliveries.map((delivery) => delivery[key]);
    await tx.query(
      `INSERT INTO postback_deliveries
         (id, merchant_id, endpoint_id, event_id, event, resource_id, sequence, body, status, attempt_limit,
          next_attempt_at, search_text, created_at, updated_at)
       SELECT id, merchant_id, endpoint_id, event_id, event, resource_id, sequence, body, status, attempt_limit,
              CASE status WHEN 'pending' THEN now() END, search_text, created_at, created_at
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

  /** Of these events, the pairs that have a delivery already, as `event endpoint`. */
  async findPairs(tx: Tx, eventIds: readonly string[]): Promise<Set<string>> {
    const rows = await tx.query<{ pair: string }[]>(
      `SELECT event_id || ' ' || endpoint_id AS pair FROM postback_deliveries WHERE event_id = ANY($1)`,
      [eventIds],
    );
    return new Set(rows.map(({ pair }) => pair));
  }

  /** Takes up to `limit` due deliveries of an endpoint that nobody holds, for `leaseMs`, the longest due first. */
  async claim(tx: Tx, endpointId: string, limit: number, leaseMs: number): Promise<ClaimedDelivery[]> {
    const [rows] = await tx.query<[ClaimedDelivery[], number]>(
      `WITH due AS (
         SELECT id FROM postback_deliveries
          WHERE endpoint_id = $1 AND status IN ('pending', 'retrying') AND next_attempt_at <= now()
            AND (lease_until IS NULL OR lease_until <= now())
          ORDER BY next_attempt_at, sequence
          LIMIT $2
            FOR UPDATE SKIP LOCKED)
       UPDATE postback_deliveries AS delivery
          SET lease_until = now() + make_interval(secs => $3 / 1000.0), claim = claim + 1, resend_due = false
         FROM due
        WHERE delivery.id = due.id
       RETURNING delivery.id, event_id AS "eventId", event, body, attempt_count AS "attemptCount", claim,
                 sequence::float8 AS sequence`,
      [endpointId, limit, leaseMs],
    );
    // RETURNING has no order of its own.
    return rows.sort((left, right) => left.sequence - right.sequence);
  }

  /** Gives back what was claimed and not begun. */
  async release(tx: Tx, claimed: readonly ClaimedDelivery[]): Promise<void> {
    await tx.query(
      `UPDATE postback_deliveries AS delivery SET lease_until = NULL
         FROM unnest($1::uuid[], $2::int[]) AS held (id, claim)
        WHERE delivery.id = held.id AND delivery.claim = held.claim`,
      [claimed.map(({ id }) => id), claimed.map(({ claim }) => claim)],
    );
  }

  /**
   * Writes outcomes and attempts in one statement. A row whose claim has moved on belongs to another worker by now:
   * it is left alone, and its attempt is not logged twice under one number.
   */
  async record(tx: Tx, outcomes: readonly AttemptOutcome[]): Promise<RecordedDelivery[]> {
    return tx.query<RecordedDelivery[]>(
      `WITH outcome AS (
         SELECT * FROM jsonb_to_recordset($1::jsonb) AS o (
           id uuid, claim int, at timestamptz, "durationMs" int, "statusCode" int, headers jsonb, body text,
           error text, succeeded boolean, gone boolean, "waitMs" float8)),
       changed AS (
         UPDATE postback_deliveries AS d
            SET status = ${STATUS_AFTER},
                attempt_count = d.attempt_count + 1,
                next_attempt_at = CASE WHEN ${STATUS_AFTER} = 'retrying' THEN
                  CASE WHEN d.resend_due THEN now() ELSE now() + make_interval(secs => o."waitMs" / 1000.0) END END,
                lease_until = NULL,
                resend_due = false,
                delivered_at = CASE WHEN o.succeeded THEN coalesce(d.delivered_at, now()) ELSE d.delivered_at END,
                updated_at = now()
           FROM outcome o
          WHERE d.id = o.id AND d.claim = o.claim
         RETURNING d.id, d.status, d.next_attempt_at, d.attempt_count, o.at, o."statusCode", o.headers,
                   o.body AS answer, o."durationMs", o.error),
       logged AS (
         INSERT INTO postback_attempts
           (delivery_id, number, at, status_code, response_headers, response_body, duration_ms, error)
         SELECT id, attempt_count, at, "statusCode", headers, answer, "durationMs", error FROM changed)
       SELECT id, status, next_attempt_at AS "nextAttemptAt" FROM changed`,
      [JSON.stringify(outcomes)],
    );
  }

  /**
   * Endpoints that have had something to send for a while, with nobody at it, and those with a replay on its way.
   * Goes from endpoint to endpoint by the index, however many rows each has; those whose breaker is open are left out.
   */
  async findOverdueEndpoints(graceMs: number, limit: number): Promise<string[]> {
    const rows = await this.dataSource.query<{ id: string }[]>(
      `WITH RECURSIVE waiting AS (
         (SELECT endpoint_id FROM postback_deliveries
           WHERE status IN ('pending', 'retrying') ORDER BY endpoint_id LIMIT 1)
         UNION ALL
         SELECT (SELECT d.endpoint_id FROM postback_deliveries d
                  WHERE d.status IN ('pending', 'retrying') AND d.endpoint_id > w.endpoint_id
                  ORDER BY d.endpoint_id LIMIT 1)
           FROM waiting w WHERE w.endpoint_id IS NOT NULL)
       SELECT e.id FROM postback_endpoints e
        WHERE e.status = 'active' AND e.deleted_at IS NULL
          AND (e.breaker_open_until IS NULL OR e.breaker_open_until <= now())
          AND (e.id IN (SELECT endpoint_id FROM waiting) AND EXISTS (
                 SELECT 1 FROM postback_deliveries d
                  WHERE d.endpoint_id = e.id AND d.status IN ('pending', 'retrying')
                    AND d.next_attempt_at <= now() - make_interval(secs => $1 / 1000.0)
                    AND (d.lease_until IS NULL OR d.lease_until <= now()))
               OR e.id IN (SELECT endpoint_id FROM postback_replays WHERE finished_at IS NULL))
        LIMIT $2`,
      [graceMs, limit],
    );
    return rows.map(({ id }) => id);
  }
}
