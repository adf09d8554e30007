import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { getQueueToken } from '@nestjs/bullmq';
import type { Queue } from 'bullmq';
import type { QueueJob } from './queue-job';
import { QUEUE_NAMES, QUEUES, type QueueName } from './queue-names';

const ADD_TIMEOUT_MS = 2_000;
const ERROR_LOG_EVERY_MS = 10_000;

/** Adds jobs without ever failing or stalling the caller: what the queue does not take, the sweepers find in PostgreSQL. */
@Injectable()
export class JobQueues implements OnModuleInit {
  private readonly logger = new Logger(JobQueues.name);
  private lastLoggedMs = 0;

  constructor(private readonly moduleRef: ModuleRef) {}

  onModuleInit(): void {
    for (const name of QUEUE_NAMES) {
      this.queue(name).on('error', (error: Error) => {
        this.logSeldom(name, error);
      });
    }
  }

  /** True when the back end took every job. Never throws; gives up after two seconds. Not for use inside a transaction. */
  async add(jobs: readonly QueueJob[]): Promise<boolean> {
    const results = await Promise.all(
      QUEUE_NAMES.map((name) =>
        this.addTo(
          name,
          jobs.filter((job) => job.queue === name),
        ),
      ),
    );
    return results.every(Boolean);
  }

  /** The plain BullMQ queue, for schedules and health. */
  queue(name: QueueName): Queue {
    return this.moduleRef.get<Queue>(getQueueToken(name), { strict: false });
  }

  /** Rejects when the back end does not answer. */
  check(): Promise<unknown> {
    return within(ADD_TIMEOUT_MS, this.queue(QUEUES.maintenance).getJobCountByTypes('wait'));
  }

  private async addTo(name: QueueName, jobs: readonly QueueJob[]): Promise<boolean> {
    if (jobs.length === 0) return true;
    const entries = jobs.map((job) => ({
      name: job.name,
      data: job.data,
      opts: {
        ...(job.opts?.delayMs !== undefined && { delay: Math.max(0, Math.ceil(job.opts.delayMs)) }),
        ...(job.opts?.jobId !== undefined && { jobId: job.opts.jobId }),
      },
    }));
    try {
      await within(ADD_TIMEOUT_MS, this.queue(name).addBulk(entries));
      return true;
    } catch (error) {
      this.logSeldom(name, error);
      return false;
    }
  }

  private logSeldom(name: QueueName, error: unknown): void {
    const nowMs = Date.now();
    if (nowMs - this.lastLoggedMs < ERROR_LOG_EVERY_MS) return;
    this.lastLoggedMs = nowMs;
    this.logger.warn(`queue ${name}: ${error instanceof Error ? error.message : 'unknown failure'}`);
  }
}

/** Settles with `work`, or rejects when that takes longer; the work itself is left to end as it may. */
export async function within<T>(timeoutMs: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`no answer within ${timeoutMs} ms`));
    }, timeoutMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
