import { addDays, localDay, startOfDay } from '../../src/common/calendar';
import { SettleTask } from '../../src/receivables/settlements/settle.task';
import {
  clearOfMidnight,
  eventually,
  type JsonBody,
  MoneyBench,
  startService,
  type TestService,
  TimeMachine,
} from '../support';

let machine: TimeMachine;
let app: TestService;
let bench: MoneyBench;

beforeAll(async () => {
  await clearOfMidnight();
  machine = await TimeMachine.install();
  app = await startService({ worker: true });
  bench = await MoneyBench.open(app);
});
afterAll(() => app.stop());

/** Of the merchant's own wallet, the newest first. */
async function released(account: string): Promise<JsonBody[]> {
  const path = `/v1/wallets/${bench.merchant.id}/entries?account=${account}&kind=reserve_release`;
  return (await bench.merchant.client.get(path)).body.data;
}

describe('The release of a reserve (money contract §13)', () => {
  it('comes with 00:00 of settlement day + days, of America/Sao_Paulo, not before, and once', async () => {
    await bench.agree({ reserve: [{ payment_method: 'pix', percentage: 10, days: 1 }] });
    const { captured_at } = await bench.charging.paidPix({ amount: 1_000 });
    const release = startOfDay(addDays(localDay(new Date(captured_at as string)), 1));
    const task = app.worker!.get(SettleTask, { strict: false });
    await machine.advance((release.getTime() - machine.now().getTime()) / 1_000 - 60);
    await task.run();
    expect(await bench.balances()).toMatchObject({ available: 900, reserve: 100 });
    expect(await released('reserve')).toEqual([]);

    await machine.advance(61);
    await task.run();
    // The worker has one of its own, which may hold the row at this moment.
    await eventually(async () =>
      expect(await bench.balances()).toMatchObject({ available: 1_000, reserve: 0 }),
    );
    await task.run();
    await eventually(async () => {
      const [taken, given] = [await released('reserve'), await released('available')];
      expect(taken).toMatchObject([{ direction: 'debit', amount: 100, balance_after: 0 }]);
      expect(given).toMatchObject([{ direction: 'credit', amount: 100, balance_after: 1_000 }]);
      const [one, other] = [taken[0], given[0]];
      expect(one?.reference).toMatch(/^reserve:[0-9a-f-]{36}:released$/);
      expect([other?.reference, other?.effective_date]).toEqual([one?.reference, localDay(release)]);
    });
    expect(await bench.balances()).toMatchObject({ available: 1_000, reserve: 0 });
  });
});
