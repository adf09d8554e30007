import { Injectable } from '@nestjs/common';
import type { Waiting } from '../../common/health';
import { DataSource } from 'typeorm';
import { MOST_AT_ONCE } from '../delivery/delivery.repository';
import { TO_BE_SENT } from '../delivery.transitions';
import type { EndpointKey } from '../endpoints/postback-endpoint.entity';

/** The endpoints with something to send, from one to the next by the index, however many rows each has. */
const WAITING = `WITH RECURSIVE waiting AS (
         (SELECT merchant_id, endpoint_id FROM postback_deliveries
           WHERE status IN (${TO_BE_SENT}) ORDER BY merchant_id, endpoint_id LIMIT 1)
         UNION ALL
         SELECT following.merchant_id, following.endpoint_id
           FROM waiting w CROSS JOIN LATERAL (
             SELECT d.merchant_id, d.endpoint_id FROM postback_deliveries d
              WHERE d.status IN (${TO_BE_SENT}) AND (d.merchant_id, d.endpoint_id) > (w.merchant_id, w.endpoint_id)
              ORDER BY d.merchant_id, d.endpoint_id LIMIT 1) following)`;

/** What is due while nobody is at it. */
@Injectable()
export class OverdueRepository {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Endpoints that have had something to send for a while, with nobody at it, and those with a replay on its way.
   * Goes from endpoint to endpoint by the index, however many rows each has; those whose breaker is open are left out.
   */
  async listEndpoints(graceMs: number, limit: number): Promise<EndpointKey[]> {
    return this.dataSource.query<EndpointKey[]>(
      `${WAITING}
       SELECT e.merchant_id AS "merchantId", e.id AS "endpointId" FROM postback_endpoints e
        WHERE e.status = 'active'
          AND (e.breaker_open_until IS NULL OR e.breaker_open_until <= now())
          AND ((e.merchant_id, e.id) IN (SELECT merchant_id, endpoint_id FROM waiting) AND EXISTS (
                 SELECT 1 FROM postback_deliveries d
                  WHERE d.merchant_id = e.merchant_id AND d.endpoint_id = e.id AND d.status IN (${TO_BE_SENT})
                    AND d.next_attempt_at <= now() - make_interval(secs => $1 / 1000.0)
                    AND (d.lease_until IS NULL OR d.lease_until <= now()))
               OR (e.merchant_id, e.id) IN (
                 SELECT merchant_id, endpoint_id FROM postback_replays WHERE finished_at IS NULL))
        LIMIT $2`,
      [graceMs, limit],
    );
  }

  /** How many deliveries are due, and how many wait for their time; no more than `limit` are counted. */
  async countWaiting(limit: number): Promise<{ due: number; scheduled: number }> {
    const [row] = await this.dataSource.query<[{ due: number; scheduled: number }]>(
      `SELECT count(*) FILTER (WHERE next_attempt_at <= now())::int AS due,
              count(*) FILTER (WHERE next_attempt_at > now())::int AS scheduled
         FROM (SELECT next_attempt_at FROM postback_deliveries WHERE status IN (${TO_BE_SENT}) LIMIT $1) waiting`,
      [limit],
    );
    return row;
  }

  /** How many active endpoints have failed so often in a row that they are asked with one delivery at a time. */
  async countOpenBreakers(): Promise<number> {
    const [row] = await this.dataSource.query<[{ count: number }]>(
      `SELECT count(*)::int AS count FROM postback_endpoints WHERE status = 'active' AND breaker_open_until IS NOT NULL`,
    );
    return row.count;
  }

  /** The longest due delivery of all endpoints that nobody serves; null when there is none. */
  async findLongestWaiting(): Promise<Waiting | null> {
    const rows = await this.dataSource.query<Waiting[]>(
      `${WAITING}
       SELECT first.id, extract(epoch FROM now() - first.next_attempt_at)::float8 AS seconds
         FROM waiting w
         JOIN postback_endpoints e ON e.merchant_id = w.merchant_id AND e.id = w.endpoint_id AND e.status = 'active'
          AND (e.breaker_open_until IS NULL OR e.breaker_open_until <= now())
        CROSS JOIN LATERAL (
          SELECT min(next_attempt_at) AS next_attempt_at, bool_or(lease_until > now()) AS held,
                 (array_agg(id ORDER BY next_attempt_at, sequence))[1] AS id
            FROM (SELECT id, sequence, next_attempt_at, lease_until FROM postback_deliveries d
                   WHERE d.merchant_id = e.merchant_id AND d.endpoint_id = e.id AND d.status IN (${TO_BE_SENT})
                   ORDER BY next_attempt_at, sequence LIMIT ${MOST_AT_ONCE}) earliest) first
        WHERE first.held IS NOT TRUE AND first.next_attempt_at <= now()
        ORDER BY first.next_attempt_at, first.id LIMIT 1`,
    );
    return rows[0] ?? null;
  }
}
