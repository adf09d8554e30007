import { Logger } from '@nestjs/common';
import { Worker, type Processor, type WorkerOptions } from 'bullmq';

/** How soon a worker asks again after its back end failed. BullMQ's own default is 15 s. */
const RETRY_DELAY_MS = 1_000;
const ERROR_LOG_EVERY_MS = 10_000;

/** A BullMQ worker that outlives its back end: it says so in the log, seldom, and goes on when it is back. */
export class HealingWorker extends Worker {
  private readonly logger = new Logger('QueueWorker');
  private lastLoggedMs = 0;

  constructor(name: string, processor: string | URL | Processor | null, options: WorkerOptions) {
    super(name, processor, {
      ...options,
      runRetryDelay: RETRY_DELAY_MS,
      connection: workerConnection(options.connection),
    });
    this.on('error', (error: Error) => {
      this.logSeldom(`queue ${name}: ${error.message}`);
    });
  }

  private logSeldom(message: string): void {
    const nowMs = Date.now();
    if (nowMs - this.lastLoggedMs < ERROR_LOG_EVERY_MS) return;
    this.lastLoggedMs = nowMs;
    this.logger.warn(message);
  }
}

/** A producer fails at once without Redis; a worker has nothing better to do than to wait for it. */
function workerConnection(connection: WorkerOptions['connection']): WorkerOptions['connection'] {
  return 'enableOfflineQueue' in connection
    ? { ...connection, enableOfflineQueue: true, maxRetriesPerRequest: null }
    : connection;
}
