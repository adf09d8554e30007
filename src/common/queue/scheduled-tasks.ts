import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { DatabaseGate, type Tx, TxRunner } from '../../database';
import { errorMessage } from '../text';
import { MINUTE_MS } from '../time';
import { SeldomLogger } from './seldom-logger';
import { ScheduledTaskRepository, type TaskClaim } from './scheduled-task.repository';
import { WorkLoop } from './work-loop';

/** Something that happens by the clock, once however many workers run. Running twice must do no harm. */
export interface ScheduledTask {
  readonly name: string;
  readonly everyMs: number;
  /** @param stop the worker ends: what is left to do waits for another one, which begins with it at once */
  run(stop?: AbortSignal): Promise<void>;
}

/** The list of all tasks, put together in worker.module.ts. */
export const SCHEDULED_TASKS = Symbol('SCHEDULED_TASKS');

const LOOK_EVERY_MS = 500;
const REGISTER_EVERY_MS = MINUTE_MS;
/** A task whose worker died is taken over within so long. */
const LEASE_MS = 10_000;
const PROLONG_EVERY_MS = 3_000;
/** What comes seldom may take long: it must not fill this worker, and what comes often must not wait for it. */
const SELDOM_MS = MINUTE_MS;
const SELDOM_AT_ONCE = 2;

const isSeldom = ({ everyMs }: ScheduledTask): boolean => everyMs >= SELDOM_MS;

/** Runs the tasks whose time has come. PostgreSQL keeps the schedules, so that they go on without a queue. */
@Injectable()
export class TaskScheduler implements OnApplicationBootstrap, OnModuleDestroy, BeforeApplicationShutdown {
  private readonly logger = new Logger(TaskScheduler.name);
  private readonly failures = new SeldomLogger(this.logger);
  private readonly running = new Map<ScheduledTask, Promise<void>>();
  private registeredAtMs = -Infinity;
  private readonly loop: WorkLoop;
  private readonly stopping = new AbortController();

  constructor(
    private readonly txRunner: TxRunner,
    private readonly repository: ScheduledTaskRepository,
    @Inject(SCHEDULED_TASKS) private readonly tasks: readonly ScheduledTask[],
    database: DatabaseGate,
  ) {
    this.loop = new WorkLoop(
      database,
      () => this.look(),
      (error) => this.failures.warn(`schedules: ${errorMessage(error)}`),
    );
  }

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  onModuleDestroy(): void {
    this.stopping.abort();
    this.loop.stop();
  }

  /** What runs is finished, as far as its tasks go on when they are told to stop. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.loop.ended();
    await Promise.all(this.running.values());
  }

  private async look(): Promise<number> {
    const free = this.tasks.filter((task) => !this.running.has(task));
    const slots = SELDOM_AT_ONCE - [...this.running.keys()].filter(isSeldom).length;
    const often = free.filter((task) => !isSeldom(task));
    if (performance.now() - this.registeredAtMs > REGISTER_EVERY_MS) {
      await this.txRunner.runStatement((tx) => this.repository.register(tx, this.tasks));
      this.registeredAtMs = performance.now();
    }
    for (const claim of await this.claim(often, often.length)) this.begin(claim);
    if (slots > 0) for (const claim of await this.claim(free.filter(isSeldom), slots)) this.begin(claim);
    return LOOK_EVERY_MS;
  }

  private claim(tasks: readonly ScheduledTask[], limit: number): Promise<TaskClaim[]> {
    return this.txRunner.runStatement((tx) => this.repository.claim(tx, tasks, limit, LEASE_MS));
  }

  private begin(claim: TaskClaim): void {
    const task = this.tasks.find(({ name }) => name === claim.name);
    if (task === undefined) return;
    const run = this.run(task, claim).finally(() => this.running.delete(task));
    this.running.set(task, run);
  }

  private async run(task: ScheduledTask, claim: TaskClaim): Promise<void> {
    const hold = setInterval(() => {
      void this.write(claim, (tx) => this.repository.prolong(tx, claim, LEASE_MS));
    }, PROLONG_EVERY_MS);
    const { signal } = this.stopping;
    try {
      if (!signal.aborted) await task.run(signal);
    } catch (error) {
      // The next round does what this one did not.
      this.logger.error(`${task.name}: ${errorMessage(error)}`);
    } finally {
      clearInterval(hold);
    }
    await this.write(claim, (tx) => this.repository.release(tx, claim, { isDue: signal.aborted }));
  }

  /** What is not written ends by itself: the lease runs out. */
  private async write({ name }: TaskClaim, work: (tx: Tx) => Promise<unknown>): Promise<void> {
    try {
      await this.txRunner.runStatement(work);
    } catch (error) {
      this.failures.warn(`${name}: ${errorMessage(error)}`);
    }
  }
}
