import { Logger } from '@nestjs/common';
import { errorMessage } from '../text';
import type { QueueJob } from './job-queues';
import type { QueueName } from './queue-names';

/** What takes the jobs of a queue in this process. */
export type LocalHandler = (data: QueueJob['data']) => Promise<void>;

/** Jobs that wait here for their moment. What waits longer, or is one too many, is found by the sweepers. */
const LONGEST_DELAY_MS = 60_000;
const MOST_WAITING = 10_000;

/** Begins jobs in this process when the queue does not take them. Like the queue's they may be lost, doubled or late. */
export class LocalJobs {
  private readonly logger = new Logger(LocalJobs.name);
  private readonly handlers = new Map<QueueName, LocalHandler>();
  private readonly waiting = new Map<string, NodeJS.Timeout>();
  private isStopping = false;

  serve(queue: QueueName, handler: LocalHandler): void {
    this.handlers.set(queue, handler);
  }

  begin(jobs: readonly QueueJob[]): void {
    for (const job of jobs) this.beginOne(job);
  }

  stop(): void {
    this.isStopping = true;
    for (const timer of this.waiting.values()) clearTimeout(timer);
    this.waiting.clear();
  }

  private beginOne(job: QueueJob): void {
    if (this.isStopping) return;
    const { delayMs = 0, jobId = null } = job.opts ?? {};
    if (delayMs <= 0) {
      this.run(job);
      return;
    }
    const name = `${job.queue}/${jobId ?? JSON.stringify(job.data)}`;
    if (delayMs > LONGEST_DELAY_MS || this.waiting.size >= MOST_WAITING || this.waiting.has(name)) return;
    const timer = setTimeout(() => {
      this.waiting.delete(name);
      this.run(job);
    }, delayMs).unref();
    this.waiting.set(name, timer);
  }

  private run({ queue, data }: QueueJob): void {
    this.handlers
      .get(queue)?.(data)
      .catch((error: unknown) => {
        this.logger.error(`queue ${queue}: ${errorMessage(error)}`);
      });
  }
}
