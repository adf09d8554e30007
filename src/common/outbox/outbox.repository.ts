import { Injectable } from '@nestjs/common';
import type { Tx } from '../../database';
import type { RelayedEvent } from './outbox-consumer';

const PUT_OFF_MAX_SECONDS = 300;

const AMONG_THE_GIVEN = '(merchant_id, id) IN (SELECT * FROM unnest($1::uuid[], $2::uuid[]))';

/** The relay's statements, written by hand: they run several times a second for ever. */
@Injectable()
export class OutboxRepository {
  /** The oldest events that wait and that no other relay holds; they stay locked until the transaction ends. */
  async claim(tx: Tx, limit: number): Promise<RelayedEvent[]> {
    return tx.query<RelayedEvent[]>(
      `SELECT id, type, merchant_id AS "merchantId", resource_id AS "resourceId", payload, occurred_at AS "occurredAt"
         FROM outbox_events
        WHERE relayed_at IS NULL AND (retry_at IS NULL OR retry_at <= now())
        ORDER BY position
        LIMIT $1
          FOR UPDATE SKIP LOCKED`,
      [limit],
    );
  }

  async markRelayed(tx: Tx, events: readonly RelayedEvent[]): Promise<void> {
    await tx.query(
      `UPDATE outbox_events SET relayed_at = now(), retry_at = NULL WHERE ${AMONG_THE_GIVEN}`,
      keysOf(events),
    );
  }

  /** Waits double with each failure, up to five minutes. */
  async putOff(tx: Tx, events: readonly RelayedEvent[]): Promise<void> {
    await tx.query(
      `UPDATE outbox_events
          SET failures = failures + 1,
              retry_at = now() + make_interval(secs => least(power(2, least(failures, 20)), $3))
        WHERE ${AMONG_THE_GIVEN} AND relayed_at IS NULL`,
      [...keysOf(events), PUT_OFF_MAX_SECONDS],
    );
  }

  /** Deletes up to `limit` events that were relayed longer ago than `keepDays`; returns how many. */
  async deleteRelayed(tx: Tx, keepDays: number, limit: number): Promise<number> {
    const deleted = await tx.query<{ count: number }[]>(
      `WITH gone AS (
         DELETE FROM outbox_events
          WHERE (merchant_id, id) IN (
            SELECT merchant_id, id FROM outbox_events
             WHERE relayed_at < now() - make_interval(days => $1) ORDER BY relayed_at LIMIT $2)
         RETURNING 1)
       SELECT count(*)::int AS count FROM gone`,
      [keepDays, limit],
    );
    return deleted[0]?.count ?? 0;
  }
}

/** The parameters of AMONG_THE_GIVEN. */
function keysOf(events: readonly RelayedEvent[]): [string[], string[]] {
  return [events.map(({ merchantId }) => merchantId), events.map(({ id }) => id)];
}
