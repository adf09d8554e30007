import { Injectable } from '@nestjs/common';
import { DataSource, IsNull } from 'typeorm';
import type { Tx } from '../../database';
import { type DeliveryStatus, statusAfter, statusesFrom } from '../delivery.transitions';
import type { EndpointKey } from '../endpoints/postback-endpoint.entity';
import { PostbackReplay } from './postback-replay.entity';

/** Deliveries of one endpoint by their days in UTC and their status. */
export interface ReplayPeriod extends EndpointKey {
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

const IN_PERIOD = `merchant_id = $1 AND endpoint_id = $2
  AND created_at >= ($3::date::timestamp AT TIME ZONE 'UTC')
  AND created_at < (($4::date + 1)::timestamp AT TIME ZONE 'UTC') AND status = ANY($5)`;

/** Replays, from the request to their last step. */
@Injectable()
export class ReplayRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Counts without a lock. */
  async match({ merchantId, endpointId, dateFrom, dateTo, statuses }: ReplayPeriod): Promise<ReplayMatch> {
    const rows = await this.dataSource.query<ReplayMatch[]>(
      `SELECT count(*)::int AS matched, coalesce(min(sequence), 0)::float8 AS first,
              coalesce(max(sequence), 0)::float8 AS last
         FROM postback_deliveries WHERE ${IN_PERIOD}`,
      [merchantId, endpointId, dateFrom, dateTo, statuses],
    );
    return rows[0] ?? { matched: 0, first: 0, last: 0 };
  }

  async insert(tx: Tx, replay: Omit<PostbackReplay, 'queued' | 'finishedAt'>): Promise<void> {
    await tx.insert(PostbackReplay, replay);
  }

  /**
   * One step of the oldest replay of a locked endpoint: makes what matches among the next numbers due. They keep
   * what is left of their schedule, and have one attempt at least.
   */
  async advance(tx: Tx, { merchantId, endpointId }: EndpointKey, attempts: number): Promise<void> {
    const [replay] = await tx.find(PostbackReplay, {
      where: { merchantId, endpointId, finishedAt: IsNull() },
      order: { id: 'ASC' },
      take: 1,
    });
    if (replay === undefined) return;
    const end = Math.min(replay.nextSequence + STEP, replay.lastSequence + 1);
    const [, count] = await tx.query<[unknown, number]>(
      `UPDATE postback_deliveries
          SET attempt_limit = greatest($6 + extra_attempts, attempt_count + 1),
              resend_due = true,
              status = CASE WHEN attempt_count = 0 THEN ${statusAfter('replay_unsent')}
                            ELSE ${statusAfter('replay_sent')} END,
              next_attempt_at = now(),
              updated_at = now()
        WHERE ${IN_PERIOD} AND sequence >= $7 AND sequence < $8
          AND CASE WHEN attempt_count = 0 THEN status IN (${statusesFrom('replay_unsent')})
                   ELSE status IN (${statusesFrom('replay_sent')}) END`,
      [
        merchantId,
        endpointId,
        replay.dateFrom,
        replay.dateTo,
        replay.statuses,
        attempts,
        replay.nextSequence,
        end,
      ],
    );
    await tx.query(
      `UPDATE postback_replays
          SET next_sequence = $3, queued = queued + $4, finished_at = CASE WHEN $3 > last_sequence THEN now() END
        WHERE merchant_id = $1 AND id = $2`,
      [merchantId, replay.id, end, count],
    );
  }

  /** Deletes replays that ended longer ago than `keepDays`, `limit` at most; returns how many. */
  async deleteFinished(tx: Tx, keepDays: number, limit: number): Promise<number> {
    const [, count] = await tx.query<[unknown, number]>(
      `DELETE FROM postback_replays WHERE (merchant_id, id) IN (
         SELECT merchant_id, id FROM postback_replays
          WHERE finished_at < now() - make_interval(days => $1) LIMIT $2)`,
      [keepDays, limit],
    );
    return count;
  }
}
