import { ScheduledTaskRepository, type ScheduledTask, TaskScheduler } from '../../src/common/queue';
import { DatabaseGate, TxRunner } from '../../src/database';
import { eventually, startService, type TestService } from '../support';

describe('what workers do by the clock', () => {
  let service: TestService;
  let schedulers: TaskScheduler[] = [];

  beforeAll(async () => {
    service = await startService();
  });
  beforeEach(async () => {
    await service.dataSource.query('TRUNCATE scheduled_task_runs');
  });
  afterEach(async () => {
    for (const scheduler of schedulers) scheduler.onModuleDestroy();
    await Promise.all(schedulers.map((scheduler) => scheduler.beforeApplicationShutdown()));
    schedulers = [];
  });
  afterAll(() => service.stop());

  /** The scheduler of one worker. */
  const start = (...tasks: ScheduledTask[]): void => {
    const gate = new DatabaseGate(service.dataSource);
    gate.onApplicationBootstrap();
    const scheduler = new TaskScheduler(
      service.api.get(TxRunner),
      new ScheduledTaskRepository(),
      tasks,
      gate,
    );
    schedulers.push(scheduler);
    scheduler.onApplicationBootstrap();
  };
  const set = (column: string, inSeconds: number): Promise<unknown> =>
    service.dataSource.query(
      `UPDATE scheduled_task_runs SET ${column} = clock_timestamp() + make_interval(secs => $1)`,
      [inSeconds],
    );
  /** A task that counts its runs, and how many of them there were at once. */
  const counting = (name: string, everyMs: number, work: () => Promise<unknown> = async () => undefined) => {
    const task = {
      name,
      everyMs,
      runs: 0,
      atOnce: 0,
      most: 0,
      run: async (): Promise<void> => {
        task.runs += 1;
        task.atOnce += 1;
        task.most = Math.max(task.most, task.atOnce);
        try {
          await work();
        } finally {
          task.atOnce -= 1;
        }
      },
    };
    return task;
  };
  const later = (ms: number) => (): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

  it('is done by one of them at a time, again and again, also when it fails', async () => {
    let failures = 0;
    const task = counting('often', 100, async () => {
      await later(300)();
      failures += 1;
      throw new Error('not this time');
    });
    start(task);
    start(task);
    start(task);
    await eventually(() => {
      expect(failures).toBeGreaterThan(4);
    });
    expect(task.most).toBe(1);
  });

  it('is taken over when the lease of a dead worker ends', async () => {
    const task = counting('once', 60_000);
    start(task);
    await eventually(() => {
      expect(task.runs).toBe(1);
    });
    await set('next_run_at', 0);
    await service.dataSource.query(
      `UPDATE scheduled_task_runs SET lease_until = clock_timestamp() + interval '2 seconds', claim = claim + 1`,
    );
    await eventually(() => {
      expect(task.runs).toBe(2);
    });
  });

  it('comes at once when it is further away than its period: a clock was wrong', async () => {
    const task = counting('put-off', 30_000);
    start(task);
    await eventually(() => {
      expect(task.runs).toBe(1);
    });
    await set('next_run_at', 3_600);
    await eventually(() => {
      expect(task.runs).toBe(2);
    });
  });

  it('that comes often waits for none that takes long', async () => {
    const stuck = ['a', 'b', 'c', 'd'].map((name) => counting(name, 3_600_000, later(4_000)));
    const often = counting('often', 100);
    start(...stuck, often);
    await eventually(() => {
      expect(stuck.filter(({ runs }) => runs > 0)).toHaveLength(2);
    });
    const before = often.runs;
    await eventually(() => {
      expect(often.runs).toBeGreaterThan(before + 1);
    });
    // Each has its turn.
    await eventually(() => {
      expect(stuck.every(({ runs }) => runs === 1)).toBe(true);
    });
  });
});
