import type { QueueName } from './queue-names';

/**
 * A job to add. It carries ids and nothing else: the rows in PostgreSQL decide what is due, so a job may
 * be lost, doubled or late without harm.
 */
export interface QueueJob {
  readonly queue: QueueName;
  readonly name: string;
  readonly data: Readonly<Record<string, string | number | readonly string[]>>;
  readonly opts?: {
    readonly delayMs?: number;
    /** A waiting job with the same id makes adding this one do nothing. No colons. */
    readonly jobId?: string;
  };
}
