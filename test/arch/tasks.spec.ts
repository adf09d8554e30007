import { MINUTE_MS } from '../../src/common';
import { gather } from '../../src/common/features';
import type { ScheduledTask } from '../../src/common/queue';
import { FEATURES } from '../../src/features';
import { SettleTask } from '../../src/receivables/settlements/settle.task';
import { RecoverDebtsTask } from '../../src/wallets/debt/recover-debts.task';
import { ReleaseHoldsTask } from '../../src/wallets/holds/release-holds.task';

const TASKS = gather(FEATURES, 'tasks');

/** Its name and period are its own: what it works with is only asked for when it runs. */
const made = (task: (typeof TASKS)[number]): ScheduledTask => Reflect.construct(task, []);

describe("what the worker does by the clock, of all features' manifests", () => {
  // Whoever calls `run` in a test does not see that nobody else does.
  it.each([SettleTask, RecoverDebtsTask, ReleaseHoldsTask])(
    'money that is due moves within a minute: %p is among them',
    (task) => {
      expect(TASKS).toContain(task);
      const { everyMs } = made(task);
      expect(everyMs).toBeGreaterThan(0);
      expect(everyMs).toBeLessThanOrEqual(MINUTE_MS);
    },
  );

  it('each has a name of its own, under which its schedule is kept', () => {
    const names = TASKS.map((task) => made(task).name);
    expect([...new Set(names)]).toEqual(names);
  });
});
