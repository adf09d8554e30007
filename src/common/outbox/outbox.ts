import { Injectable } from '@nestjs/common';
import { type DeclaredEvent, eventCatalogue } from '../events';
import { IdGenerator } from '../ids';
import { ahead, prepared, type Tx } from '../../database';
import { Tracing } from '../tracing';
import { OutboxNotifierService } from './outbox-notifier.service';

/** What a feature says happened. */
export interface NewOutboxEvent {
  readonly event: DeclaredEvent;
  readonly merchantId: string;
  readonly resourceId: string;
  /** Its members are spread into the notification, e.g. `{ charge: toChargeResponse(charge) }`. */
  readonly payload: Readonly<Record<string, unknown>>;
  readonly occurredAt: Date;
}

/** The columns of an outbox row, for a feature that writes all its rows in one statement. */
export interface OutboxRow {
  readonly id: string;
  readonly type: string;
  readonly merchantId: string;
  readonly resourceId: string;
  readonly payload: string;
  readonly occurredAt: Date;
  /** Where in a trace it happened, as a traceparent; null when that is not traced. */
  readonly traceContext: string | null;
}

/** In PostgreSQL's types, in the order of `eventParameters`. The payloads travel as JSON, which is made faster than an array of long texts. */
const PARAMETERS = ['uuid', 'text', 'uuid', 'uuid', 'json', 'timestamptz', 'text'] as const;
export const EVENT_PARAMETERS = PARAMETERS.length;

/**
 * Writes events in their order, as a part of another statement or one of its own.
 * @param first the number of the first of `eventParameters`, of which the fourth are the resources
 * @param condition in SQL, by the columns of an event
 */
export function insertEvents(first: number, condition = 'true'): string {
  const columns = PARAMETERS.map((type, place) =>
    type === 'json' ? `json_array_elements_text($${first + place})` : `unnest($${first + place}::${type}[])`,
  );
  return `
    INSERT INTO outbox_events (id, type, merchant_id, resource_id, payload, occurred_at, trace_context)
    SELECT id, type, merchant_id, resource_id, payload, occurred_at, trace_context
      FROM ROWS FROM (${columns.join(', ')}) AS event (id, type, merchant_id, resource_id, payload, occurred_at, trace_context)
     WHERE ${condition}`;
}

export function eventParameters(events: readonly OutboxRow[]): unknown[] {
  return [
    events.map(({ id }) => id),
    events.map(({ type }) => type),
    events.map(({ merchantId }) => merchantId),
    events.map(({ resourceId }) => resourceId),
    JSON.stringify(events.map(({ payload }) => payload)),
    events.map(({ occurredAt }) => occurredAt),
    events.map(({ traceContext }) => traceContext),
  ];
}

const APPEND = prepared(insertEvents(1));

/** Writes events in the transaction of the change they tell of: both are there, or neither. */
@Injectable()
export class Outbox {
  constructor(
    private readonly ids: IdGenerator,
    private readonly notifier: OutboxNotifierService,
    private readonly tracing: Tracing,
  ) {}

  async append(tx: Tx, ...events: readonly NewOutboxEvent[]): Promise<void> {
    await this.appendRows(
      tx,
      events.map((event) => this.row(event)),
    );
  }

  /** As append, of events that are frozen already. */
  async appendRows(tx: Tx, rows: readonly OutboxRow[]): Promise<void> {
    if (rows.length === 0) return;
    await ahead(tx, () => tx.query(APPEND, eventParameters(rows)));
    this.announce(tx);
  }

  /** For a feature that has written its rows itself: relays look for them once the transaction is committed. */
  announce(tx: Tx): void {
    this.notifier.announce(tx);
  }

  /**
   * A moment in the order of events: every event that was committed before this call has a lower position, every one
   * that is written after it a higher one. No clock has a part in it.
   */
  async takePosition(tx: Tx): Promise<number> {
    const rows = await tx.query<{ position: number }[]>(
      `SELECT nextval(pg_get_serial_sequence('outbox_events', 'position'))::float8 AS position`,
    );
    if (rows[0] === undefined) throw new Error('a sequence has a next value');
    return rows[0].position;
  }

  /** Freezes an event into the columns `id, type, merchant_id, resource_id, payload, occurred_at, trace_context` of outbox_events (decision 0009). */
  row(event: NewOutboxEvent): OutboxRow {
    const { kind } = event.event;
    // Declared, but by a feature that is not in this build: nobody would ever be notified of it.
    if (eventCatalogue.get(kind) !== event.event)
      throw new Error(`another declaration of ${kind} is in force`);
    return {
      id: this.ids.next(),
      type: kind,
      merchantId: event.merchantId,
      resourceId: event.resourceId,
      payload: JSON.stringify(event.payload),
      occurredAt: event.occurredAt,
      traceContext: this.tracing.traceparent(`event ${kind}`),
    };
  }
}
