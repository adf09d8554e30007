import { Logger } from '@nestjs/common';
import { Worker, type Job, type Processor, type WorkerOptions } from 'bullmq';
import { errorMessage } from '../text';
import { SeldomLogger } from './seldom-logger';

/** How soon a worker asks again after its back end failed. BullMQ's own default is 15 s. */
const RETRY_DELAY_MS = 1_000;
/** A worker's commands wait for jobs, for ten seconds at most: what takes longer is a silent connection. */
const REDIS_ANSWER_MS = 15_000;

/**
 * A BullMQ worker that outlives its back end, and may start before it: it says so in the log, seldom, and goes on when
 * it is there.
 */
export class HealingWorker extends Worker {
  private readonly failures: SeldomLogger;
  private endPause: () => void = () => undefined;

  constructor(name: string, processor: string | URL | Processor | null, options: WorkerOptions) {
    super(name, processor, {
      ...options,
      // Its loop does not pause after failures other than of the connection: it begins when the back end is ready.
      autorun: false,
      skipVersionCheck: true,
      runRetryDelay: RETRY_DELAY_MS,
      connection: workerConnection(options.connection),
    });
    this.failures = new SeldomLogger(new Logger('QueueWorker'));
    this.on('error', (error: Error) => {
      this.failures.warn(`queue ${name}: ${error.message}`);
    });
  }

  override close(force?: boolean): Promise<void> {
    const closed = super.close(force);
    this.endPause();
    return closed;
  }

  /** A back end that refuses (a full Redis, a schema that is not there) is asked once a second, not without end. */
  protected override async moveToActive(token: string, name?: string): Promise<Job> {
    try {
      return await super.moveToActive(token, name);
    } catch (error) {
      await this.pauseFor(RETRY_DELAY_MS);
      throw error;
    }
  }

  /** Takes jobs from now on, until it is closed. */
  async begin(): Promise<void> {
    while (this.closing === undefined) {
      try {
        await this.waitUntilReady();
        await this.run();
      } catch (error) {
        this.failures.warn(`queue ${this.name}: ${errorMessage(error)}`);
      }
      await this.pauseFor(RETRY_DELAY_MS);
    }
  }

  private async pauseFor(ms: number): Promise<void> {
    if (this.closing !== undefined) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

/** A producer fails at once without Redis; a worker has nothing better to do than to wait for it. */
function workerConnection(connection: WorkerOptions['connection']): WorkerOptions['connection'] {
  if (!('enableOfflineQueue' in connection)) return connection;
  return {
    ...connection,
    enableOfflineQueue: true,
    maxRetriesPerRequest: null,
    commandTimeout: REDIS_ANSWER_MS,
    socketTimeout: REDIS_ANSWER_MS,
  };
}
