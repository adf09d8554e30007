import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { getQueueToken } from '@nestjs/bullmq';
import type { Queue } from 'bullmq';
import { errorMessage } from '../text';
import { withTimeout } from '../time';
import { QUEUE_NAMES, QUEUES, type QueueName } from './queue-names';

const ADD_TIMEOUT_MS = 2_000;
const ERROR_LOG_EVERY_MS = 10_000;

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
    return withTimeout(this.queue(QUEUES.maintenance).getJobCountByTypes('wait'), ADD_TIMEOUT_MS);
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
      await withTimeout(this.queue(name).addBulk(entries), ADD_TIMEOUT_MS);
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
    this.logger.warn(`queue ${name}: ${errorMessage(error)}`);
  }
}
