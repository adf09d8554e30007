import { Processor } from '@nestjs/bullmq';
import {
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import type { Job } from 'bullmq';
import { errorMessage } from '../text';
import { withTimeout } from '../time';
import { JobQueues } from './job-queues';
import { QUEUES } from './queue-names';
import { QueueProcessor } from './queue-processor';

/** Something that happens by the clock, once however many workers run. Running twice must do no harm. */
export interface ScheduledTask {
  readonly name: string;
  readonly everyMs: number;
  run(): Promise<void>;
}

/** The list of all tasks, put together in worker.module.ts. */
export const SCHEDULED_TASKS = Symbol('SCHEDULED_TASKS');

const CHECK_EVERY_MS = 5_000;
const CHECK_TIMEOUT_MS = 5_000;
const TASKS_AT_ONCE = 4;
/** A task whose worker died is taken over within seconds, however often that happens. */
const SOON_TAKEN_OVER = { lockDuration: 10_000, stalledInterval: 5_000, maxStalledCount: 1_000 };

/**
 * Registers the schedules with the queue's back end, and registers them again when they are gone:
 * a flushed Redis forgets its schedules like everything else.
 */
@Injectable()
export class ScheduleKeeper implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger(ScheduleKeeper.name);
  private timer: NodeJS.Timeout | undefined;
  private stopped = false;

  constructor(
    private readonly queues: JobQueues,
    @Inject(SCHEDULED_TASKS) private readonly tasks: readonly ScheduledTask[],
  ) {}

  onApplicationBootstrap(): void {
    void this.keep();
  }

  onModuleDestroy(): void {
    this.stopped = true;
    clearTimeout(this.timer);
  }

  private async keep(): Promise<void> {
    try {
      await withTimeout(Promise.all(this.tasks.map((task) => this.ensure(task))), CHECK_TIMEOUT_MS);
    } catch (error) {
      this.logger.warn(`schedules: ${errorMessage(error)}`);
    }
    if (!this.stopped) this.timer = setTimeout(() => void this.keep(), CHECK_EVERY_MS);
  }

  private async ensure(task: ScheduledTask): Promise<void> {
    const queue = this.queues.queue(QUEUES.maintenance);
    const present = await queue.getJobScheduler(task.name);
    if (present?.every === task.everyMs) return;
    await queue.upsertJobScheduler(task.name, { every: task.everyMs }, { name: task.name });
  }
}

/** Runs the tasks whose time has come. */
@Processor(QUEUES.maintenance, { concurrency: TASKS_AT_ONCE, ...SOON_TAKEN_OVER })
export class ScheduledTasksProcessor extends QueueProcessor {
  private readonly logger = new Logger(ScheduledTasksProcessor.name);

  constructor(@Inject(SCHEDULED_TASKS) private readonly tasks: readonly ScheduledTask[]) {
    super();
  }

  override async process(job: Job): Promise<void> {
    const task = this.tasks.find(({ name }) => name === job.name);
    if (task === undefined) return;
    try {
      await task.run();
    } catch (error) {
      // The next round does what this one did not.
      this.logger.error(`${task.name}: ${errorMessage(error)}`);
    }
  }
}
