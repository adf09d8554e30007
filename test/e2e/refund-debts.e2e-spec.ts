import { addDays, localDay } from '../../src/common/calendar';
import { RecoverDebtsTask } from '../../src/wallets/debt/recover-debts.task';
import { eventually, MoneyBench, startService, type TestService } from '../support';
import { spoil } from '../support/sandbox';

/** Longer than what happens meanwhile takes. */
const SLOW_MS = 6_000;
/** Per cent of everything. */
const FEE = { percentage: 1 };

let app: TestService;
let bench: MoneyBench;

beforeAll(async () => (app = await startService({ worker: true })));
beforeEach(async () => {
  bench = await MoneyBench.open(app);
  await bench.agree({
    processing: [
      { payment_method: 'pix', ...FEE },
      { payment_method: 'credit_card', ...FEE },
    ],
  });
});
afterAll(() => app.stop());

/** A refund on its way that takes 8,910 of what is available and 90 of a debt, and is going to fail. */
async function failing(): Promise<{ readonly end: () => Promise<void> }> {
  const { id } = await bench.capturedCard({ amount: 9_000 }, {}, 'tok_refund_fails');
  await bench.settle(addDays(localDay(new Date()), 100));
  expect(await bench.balances()).toMatchObject({ available: 8_910, waiting_funds: 0 });
  await spoil(app, 'refund', 'slow', { delayMs: SLOW_MS });
  const underway = bench.merchant.client.post(`/v1/charges/${String(id)}/refund`);
  await eventually(async () =>
    expect(await bench.balances()).toMatchObject({ available: 0, debt: -90, in_transit: 9_000 }),
  );
  return { end: async () => expect((await underway).body.data.status).toBe('failed') };
}

/** Recovers what it can, until the debt account holds so much. */
async function paid(debt: number): Promise<void> {
  await eventually(async () => {
    await app.worker!.get(RecoverDebtsTask, { strict: false }).run();
    expect(await bench.balances()).toMatchObject({ debt });
  });
}

async function debtEvents(): Promise<string[]> {
  const rows = await app.dataSource.query<{ type: string }[]>(
    `SELECT type FROM outbox_events WHERE resource_id = $1 AND type LIKE 'wallet.debt%' ORDER BY position`,
    [bench.merchant.id],
  );
  return rows.map(({ type }) => type);
}

describe('A refund that took from a debt, and fails (money contract §17)', () => {
  it('gives the debt back', async () => {
    const refund = await failing();
    await refund.end();
    expect(await bench.balances()).toMatchObject({ available: 8_910, debt: 0, in_transit: 0 });
    expect(await debtEvents()).toEqual(['wallet.debt_opened', 'wallet.debt_settled']);
  });

  it.each([
    ['whole', { sold: 10_000, debt: 0, during: 9_810, after: 18_810 }],
    ['in part', { sold: 51, debt: -40, during: 0, after: 8_960 }],
  ])('gives back what the debt was paid with meanwhile, %s', async (_name, { sold, debt, during, after }) => {
    const refund = await failing();
    await bench.charging.paidPix({ amount: sold });
    await paid(debt);
    expect(await bench.balances()).toMatchObject({ available: during, in_transit: 9_000 });
    await refund.end();
    expect(await bench.balances()).toMatchObject({ available: after, debt: 0, in_transit: 0 });
    expect(await debtEvents()).toEqual(['wallet.debt_opened', 'wallet.debt_settled']);
  });

  it('also where operators wrote the debt off', async () => {
    const refund = await failing();
    for (const status of [202, 200]) {
      const { client } = await app.operator({ role: 'admin' });
      const path = `/v1/review/wallets/${bench.merchant.id}/write-off`;
      expect((await client.post(path, { amount: 90, reason: 'Incobrável.' })).status).toBe(status);
    }
    expect(await bench.balances()).toMatchObject({ available: 0, debt: 0 });
    await refund.end();
    expect(await bench.balances()).toMatchObject({ available: 9_000, debt: 0, in_transit: 0 });
  });
});
