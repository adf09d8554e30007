import { Injectable } from '@nestjs/common';
import { prepared, type Tx } from '../../database';
import type { Waiting } from '../health';
import type { RelayedEvent } from './outbox-consumer';

/** Relays listen on this channel of PostgreSQL; a notification says nothing but that events were committed. */
export const OUTBOX_CHANNEL = 'outbox_events';

const PUT_OFF_MAX_SECONDS = 300;

const IS_DUE = 'relayed_at IS NULL AND (retry_at IS NULL OR retry_at <= now())';

const AMONG_THE_GIVEN = '(merchant_id, id) IN (SELECT * FROM unnest($1::uuid[], $2::uuid[]))';

/** An event that is about to be handed on, and the size of its payload in bytes. */
export interface WaitingEvent extends RelayedEvent {
  readonly bytes: number;
}

/** The relay's statements, written by hand: they run several times a second for ever. */
@Injectable()
export class OutboxRepository {
  /** Whoever listens hears that there are events. Nothing is lost with it: its commit waits for no disk. */
  async tellRelays(tx: Tx): Promise<void> {
    await tx.query(prepared(`SELECT set_config('synchronous_commit', 'off', true), pg_notify($1, '')`), [
      OUTBOX_CHANNEL,
    ]);
  }

  /**
   * Whether any event waits, as `claim` asks, for a relay that expects none: it need not begin a transaction to find none. Asked
   * for the first of an index's order: for any of them a planner that remembers many would read the whole table.
   */
  async hasWaiting(tx: Tx): Promise<boolean> {
    const rows = await tx.query<unknown[]>(
      `SELECT 1 FROM outbox_events WHERE ${IS_DUE} ORDER BY position LIMIT 1`,
    );
    return rows.length > 0;
  }

  /**
   * The oldest events that wait and that no other relay holds; they stay locked until the transaction ends. `position` alone would be
   * the answer's own, in whose order no index is: all that wait would be read and sorted.
   */
  async claim(tx: Tx, limit: number): Promise<WaitingEvent[]> {
    return tx.query<WaitingEvent[]>(
      `SELECT id, position::float8 AS position, type, merchant_id AS "merchantId", resource_id AS "resourceId",
              occurred_at AS "occurredAt", trace_context AS "traceContext", octet_length(payload) AS bytes
         FROM outbox_events
        WHERE ${IS_DUE}
        ORDER BY outbox_events.position
        LIMIT $1
          FOR UPDATE SKIP LOCKED`,
      [limit],
    );
  }

  /**
   * The oldest event that waits; null when there is none. One that was put off waits for its own sake.
   * Nothing is locked: a relay would pass over it, and hand it on after its successors.
   */
  async findOldestWaiting(tx: Tx): Promise<Waiting | null> {
    const rows = await tx.query<Waiting[]>(
      `SELECT id, extract(epoch FROM now() - occurred_at)::float8 AS seconds FROM outbox_events
        WHERE relayed_at IS NULL AND failures = 0
        ORDER BY position LIMIT 1`,
    );
    return rows[0] ?? null;
  }

  /** How many events wait to be handed on, and how many were put off after a failure; no more than `limit` are counted. */
  async countWaiting(tx: Tx, limit: number): Promise<{ waiting: number; putOff: number }> {
    const [row] = await tx.query<[{ waiting: number; putOff: number }]>(
      `SELECT count(*) FILTER (WHERE failures = 0)::int AS waiting, count(*) FILTER (WHERE failures > 0)::int AS "putOff"
         FROM (SELECT failures FROM outbox_events WHERE relayed_at IS NULL LIMIT $1) waiting`,
      [limit],
    );
    return row;
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
function keysOf(events: readonly Pick<RelayedEvent, 'merchantId' | 'id'>[]): [string[], string[]] {
  return [events.map(({ merchantId }) => merchantId), events.map(({ id }) => id)];
}
