import type { Tx } from '../../database';
import type { QueueJob } from '../queue';

/** An event as a consumer sees it. Its payload stays in the database: who needs it takes it from there by the event's key. */
export interface RelayedEvent {
  readonly id: string;
  /** Its place in the order in which events were written (Outbox.takePosition). */
  readonly position: number;
  readonly type: string;
  readonly merchantId: string;
  readonly resourceId: string;
  readonly occurredAt: Date;
  readonly traceContext: string | null;
}

/**
 * Turns events into rows of its own, in the relay's transaction, and returns the jobs to add after the commit.
 * It sees every event and picks by type. Seeing one twice must do no harm: a batch that fails is consumed again.
 */
export interface OutboxConsumer {
  readonly name: string;
  consume(tx: Tx, events: readonly RelayedEvent[]): Promise<readonly QueueJob[]>;
}

/** Multi-provider token: the list of all consumers, put together in worker.module.ts. */
export const OUTBOX_CONSUMERS = Symbol('OUTBOX_CONSUMERS');
