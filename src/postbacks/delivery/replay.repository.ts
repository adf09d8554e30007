import { Injectable } from '@nestjs/common';
import { DataSource, IsNull } from 'typeorm';
import type { Tx } from '../../database';
import type { DeliveryStatus } from './postback-delivery.entity';
import { PostbackReplay } from './postback-replay.entity';

/** Deliveries of one endpoint by their days in UTC and their status. */
export interface ReplayPeriod {
  readonly endpointId: string;
  readonly dateFrom: string;
  readonly dateTo: string;
  readonly statuses: readonly DeliveryStatus[];
}

/** What a period holds: how many deliveries, and the numbers of the first and the last of them. */
export interface ReplayMatch {
  readonly matched: number;
  readonly first: number;
  readonly last: number;
}

/** How many sequence numbers one step looks at, and so how many rows it locks at most. */
const STEP = 1_000;

const IN_PERIOD = `delivery.created_at >= ($2::date::timestamp AT TIME ZONE 'UTC')
  AND delivery.created_at < (($3::date + 1)::timestamp AT TIME ZONE 'UTC') AND delivery.status = ANY($4)`;

/** Replays, from the request to their last step. */
@Injectable()
export class ReplayRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Counts without a lock. */
  async match({ endpointId, dateFrom, dateTo, statuses }: ReplayPeriod): Promise<ReplayMatch> {
    const rows = await this.dataSource.query<ReplayMatch[]>(
      `SELECT count(*)::int AS matched, coalesce(min(sequence), 0)::float8 AS first,
              coalesce(max(sequence), 0)::float8 AS last
         FROM postback_deliveries AS delivery WHERE endpoint_id = $1 AND ${IN_PERIOD}`,
      [endpointId, dateFrom, dateTo, statuses],
    );
    return rows[0] ?? { matched: 0, first: 0, last: 0 };
  }

  async insert(tx: Tx, replay: Omit<PostbackReplay, 'queued' | 'finishedAt'>): Promise<void> {
    await tx.insert(PostbackReplay, replay);
  }

  /** The endpoint is paused or deleted: what its replays have not reached stays as it is. */
  async finishAll(tx: Tx, endpointId: string): Promise<void> {
    await tx.query(
      'UPDATE postback_replays SET finished_at = now() WHERE endpoint_id = $1 AND finished_at IS NULL',
      [endpointId],
    );
  }

  /**
   * One step of the oldest replay of a locked endpoint: makes what matches among the next numbers due. They keep
   * what is left of their schedule, and have one attempt at least.
   */
  async advance(tx: Tx, endpointId: string, attempts: number): Promise<void> {
    const [replay] = await tx.find(PostbackReplay, {
      where: { endpointId, finishedAt: IsNull() },
      order: { id: 'ASC' },
      take: 1,
    });
    if (replay === undefined) return;
    const end = Math.min(replay.nextSequence + STEP, replay.lastSequence + 1);
    const [, count] = await tx.query<[unknown, number]>(
      `UPDATE postback_deliveries AS delivery
          SET attempt_limit = greatest($5, attempt_count + 1),
              resend_due = coalesce(lease_until > now(), false),
              status = CASE WHEN attempt_count = 0 THEN 'pending' ELSE 'retrying' END,
              next_attempt_at = now(),
              updated_at = now()
        WHERE endpoint_id = $1 AND sequence >= $6 AND sequence < $7 AND ${IN_PERIOD}`,
      [endpointId, replay.dateFrom, replay.dateTo, replay.statuses, attempts, replay.nextSequence, end],
    );
    await tx.query(
      `UPDATE postback_replays
          SET next_sequence = $2, queued = queued + $3, finished_at = CASE WHEN $2 > last_sequence THEN now() END
        WHERE id = $1`,
      [replay.id, end, count],
    );
  }

  /** Deletes replays that ended longer ago than `keepDays`. */
  async deleteFinished(tx: Tx, keepDays: number): Promise<void> {
    await tx.query('DELETE FROM postback_replays WHERE finished_at < now() - make_interval(days => $1)', [
      keepDays,
    ]);
  }
}
