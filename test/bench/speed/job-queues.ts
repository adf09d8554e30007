import { Child } from './child';
import type { PostsGiven } from './signed-posts';

/** Queues that others would build such a service on. */
export const JOB_QUEUES = ['graphile-worker', 'pg-boss', 'bullmq'] as const;
export type JobQueueName = (typeof JOB_QUEUES)[number];

/** Where the jobs are kept, and what each of them posts. */
export interface QueuedPosts extends PostsGiven {
  readonly databaseUrl: string;
  readonly redisUrl: string;
}

interface JobQueueQuestions {
  readonly [name: string]: (given: never) => Promise<unknown>;
  readonly begin: (given: QueuedPosts) => Promise<void>;
  readonly drain: (count: number) => Promise<number>;
}

/**
 * A queue alone, one job a POST, in a process of its own: what it costs to keep such jobs and to end each for good. It knows
 * no endpoints, writes no log of attempts, and one receiver that is silent has as many of its slots as there are.
 */
export class JobQueue {
  private constructor(private readonly child: Child<JobQueueQuestions>) {}

  static async start(name: JobQueueName, given: QueuedPosts): Promise<JobQueue> {
    const child = Child.start<JobQueueQuestions>(name);
    await child.ask('begin', given);
    return new JobQueue(child);
  }

  /** How many a second, from the commit of a backlog of so many jobs until the last is written down as done. */
  drain(count: number): Promise<number> {
    return this.child.ask('drain', count);
  }

  async stop(): Promise<void> {
    await this.child.stop();
  }
}
