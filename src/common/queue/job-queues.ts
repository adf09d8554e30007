import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { getQueueToken } from '@nestjs/bullmq';
import type { Queue } from 'bullmq';
import { Metrics, type Reading } from '../metrics';
import { errorMessage } from '../text';
import { withTimeout } from '../time';
import { type LocalHandler, LocalJobs } from './local-jobs';
import { findQueueWarning, writeToQueue } from './queue-backend';
import { QUEUE_NAMES, QUEUES, type QueueName } from './queue-names';
import { SeldomLogger } from './seldom-logger';

const ADD_TIMEOUT_MS = 2_000;
const LOOK_AGAIN_MS = 1_000;
const JOB_STATES = ['waiting', 'active', 'delayed', 'failed'] as const;

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

/**
 * Adds jobs without ever failing or stalling the caller. What the back end does not take begins in this process; while
 * it is away nobody waits for it, and it is asked once a second whether it is back.
 */
@Injectable()
export class JobQueues implements OnModuleDestroy {
  private readonly logger = new Logger(JobQueues.name);
  private readonly failures = new SeldomLogger(this.logger);
  private readonly local = new LocalJobs();
  private lookAgain: NodeJS.Timeout | null = null;
  private isStopping = false;

  constructor(
    private readonly moduleRef: ModuleRef,
    metrics: Metrics,
  ) {
    metrics.asked('repasse_queue_jobs', 'Jobs of the queue by state', ['queue', 'state'], () =>
      this.countJobs(),
    );
  }

  onModuleDestroy(): void {
    this.isStopping = true;
    clearTimeout(this.lookAgain ?? undefined);
    this.local.stop();
  }

  /** Says what takes a queue's jobs in this process. */
  serve(queue: QueueName, handler: LocalHandler): void {
    this.local.serve(queue, handler);
  }

  /** True when the back end took every job. Never throws; gives up after two seconds. Not for use inside a transaction. */
  async add(jobs: readonly QueueJob[]): Promise<boolean> {
    if (jobs.length === 0) return true;
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

  /** Begins jobs in this process, for what has waited for the queue long enough. */
  beginHere(jobs: readonly QueueJob[]): void {
    this.local.begin(jobs);
  }

  /** Rejects when the back end takes nothing: it is written to. */
  check(): Promise<void> {
    return withTimeout(writeToQueue(this.queue(QUEUES.postbackDeliveries)), ADD_TIMEOUT_MS);
  }

  /** Rejects when the back end may lose jobs, or will soon take none: by its settings and its memory. */
  async checkSettings(): Promise<void> {
    const asked = findQueueWarning(this.queue(QUEUES.postbackDeliveries));
    const warning = await withTimeout(asked, ADD_TIMEOUT_MS);
    if (warning !== null) throw new Error(warning);
  }

  private async countJobs(): Promise<Reading<'queue' | 'state'>[]> {
    const counts = await Promise.all(QUEUE_NAMES.map((name) => this.queue(name).getJobCounts(...JOB_STATES)));
    return QUEUE_NAMES.flatMap((queue, index) =>
      JOB_STATES.map((state) => ({ labels: { queue, state }, value: counts[index]?.[state] ?? 0 })),
    );
  }

  private queue(name: QueueName): Queue {
    return this.moduleRef.get<Queue>(getQueueToken(name), { strict: false });
  }

  private async addTo(name: QueueName, jobs: readonly QueueJob[]): Promise<boolean> {
    if (jobs.length === 0) return true;
    if (this.lookAgain === null && (await this.tryToAdd(name, jobs))) return true;
    this.local.begin(jobs);
    return false;
  }

  private async tryToAdd(name: QueueName, jobs: readonly QueueJob[]): Promise<boolean> {
    const entries = jobs.map((job): Entry => ({
      name: job.name,
      data: job.data,
      opts: {
        ...(job.opts?.delayMs !== undefined && { delay: Math.max(0, Math.ceil(job.opts.delayMs)) }),
        ...(job.opts?.jobId !== undefined && { jobId: job.opts.jobId }),
      },
    }));
    try {
      await withTimeout(addAll(this.queue(name), entries), ADD_TIMEOUT_MS);
      return true;
    } catch (error) {
      this.failures.warn(`queue ${name}: ${errorMessage(error)}`);
      this.waitForBackend();
      return false;
    }
  }

  private waitForBackend(): void {
    if (this.isStopping || this.lookAgain !== null) return;
    this.lookAgain = setTimeout(() => {
      this.check().then(
        () => {
          this.lookAgain = null;
        },
        () => {
          this.lookAgain = null;
          this.waitForBackend();
        },
      );
    }, LOOK_AGAIN_MS).unref();
  }
}

/** As BullMQ takes it. */
type Entry = Parameters<Queue['addBulk']>[0][number];

/** One goes by itself: for several PostgreSQL makes two tables, which come into its catalogue and go from it again. */
async function addAll(queue: Queue, entries: readonly Entry[]): Promise<void> {
  const [first, ...others] = entries;
  if (first !== undefined && others.length === 0) await queue.add(first.name, first.data, first.opts);
  else await queue.addBulk([...entries]);
}
