import { addDays, localDay } from '../../src/common/calendar';
import { LedgerReader } from '../../src/ledger';
import { eventually, type JsonBody, MoneyBench, startService, type TestService } from '../support';
import { cardBody } from '../support/charges';
import { spoil, runNow } from '../support/sandbox';

let app: TestService;
let bench: MoneyBench;

beforeAll(async () => (app = await startService({ worker: true })));
beforeEach(async () => (bench = await MoneyBench.open(app)));
afterAll(() => app.stop());

async function refund(chargeId: string, body: object = {}): Promise<JsonBody> {
  const answer = await bench.merchant.client.post(`/v1/charges/${chargeId}/refund`, body);
  expect(answer.body.error).toBeUndefined();
  return answer.body.data;
}

const settle = (days: number) => bench.settle(addDays(localDay(new Date()), days));

const half = () => [
  { recipient_id: bench.merchant.id, percentage: 50, liable: true },
  { recipient_id: bench.seller, percentage: 50 },
];

describe('Where a refund is taken from (money contract §17)', () => {
  it('the receivables of the charge, the latest due first, each down to 0; the books hold it and let it go', async () => {
    const { id } = await bench.capturedCard({ amount: 9_000 }, { installments: 3 });
    const [, second, third] = await bench.receivablesOf(id);
    const made = await refund(id, { amount: 4_000 });
    expect(made.sources).toEqual([
      { wallet_id: bench.merchant.id, from: 'receivable', receivable_id: third?.id, amount: 3_000 },
      { wallet_id: bench.merchant.id, from: 'receivable', receivable_id: second?.id, amount: 1_000 },
    ]);
    expect(
      (await bench.receivablesOf(id)).map(({ status, amount_reversed, net }) => [
        status,
        amount_reversed,
        net,
      ]),
    ).toEqual([
      ['waiting_funds', 0, 3_000],
      ['waiting_funds', 1_000, 2_000],
      ['cancelled', 3_000, 0],
    ]);
    expect(await bench.balances()).toMatchObject({ waiting_funds: 5_000, in_transit: 0, available: 0 });
    expect(await bench.book()).toEqual({ 'clearing:sandbox': -5_000 });
    expect((await bench.merchant.client.get(`/v1/charges/${id}/refunds/${made.id}`)).body.data).toEqual(made);
  });

  it('then what is available, then a debt; without a limit in test mode', async () => {
    await bench.agree({ processing: [{ payment_method: 'pix', percentage: 1 }] });
    const { id } = await bench.charging.paidPix({ amount: 10_000 });
    expect(await bench.balances()).toMatchObject({ available: 9_900 });
    expect((await refund(id)).sources).toEqual([
      { wallet_id: bench.merchant.id, from: 'available', receivable_id: null, amount: 9_900 },
      { wallet_id: bench.merchant.id, from: 'debt', receivable_id: null, amount: 100 },
    ]);
    expect(await bench.balances()).toMatchObject({ available: 0, debt: -100 });
    const events = await app.dataSource.query<{ payload: string }[]>(
      `SELECT payload FROM outbox_events WHERE resource_id = $1 AND type = 'wallet.debt_opened'`,
      [bench.merchant.id],
    );
    expect(events.map(({ payload }) => JSON.parse(payload).wallet.balance.debt)).toEqual([100]);
  });

  it('each recipient pays its part from its own wallet', async () => {
    const { id } = await bench.charging.paidPix({ amount: 1_001, split_rules: half() });
    const made = await refund(id, { amount: 501 });
    expect(made.sources).toEqual(
      made.split.map(({ recipient_id, amount }: JsonBody) => ({
        wallet_id: recipient_id,
        from: 'available',
        receivable_id: null,
        amount,
      })),
    );
    const left = [await bench.balances(bench.seller), await bench.balances()];
    expect(left.reduce((total, { available = 0 }) => total + available, 0)).toBe(500);
  });

  it('a refund that fails restores exactly what it took', async () => {
    const { id } = await bench.capturedCard({ amount: 9_000 }, { installments: 3 }, 'tok_refund_fails');
    const before = await bench.receivablesOf(id);
    const failed = await refund(id, { amount: 4_000 });
    expect(failed.status).toBe('failed');
    expect(failed.sources).toHaveLength(2);
    expect(
      (await bench.receivablesOf(id)).map(({ status, net, amount_reversed }) => [
        status,
        net,
        amount_reversed,
      ]),
    ).toEqual(before.map(({ status, net }) => [status, net, 0]));
    expect(await bench.balances()).toMatchObject({ waiting_funds: 9_000, in_transit: 0 });
    const reader = app.api.get(LedgerReader, { strict: false });
    const released = await reader.findTransaction(bench.merchant.id, `refund:${failed.id}:released`);
    const held = await reader.findTransaction(bench.merchant.id, `refund:${failed.id}:held`);
    expect(released?.reversesId).toBe(held?.id);
    expect(released?.kind).toBe('refund');
  });

  it('what was settled while the refund was on its way becomes available when it fails', async () => {
    await spoil(app, 'refund', 'slow', { delayMs: 1_500 });
    const { id } = await bench.capturedCard({ amount: 9_000 }, { installments: 3 }, 'tok_refund_fails');
    const underway = bench.merchant.client.post(`/v1/charges/${id}/refund`, { amount: 4_000 });
    await eventually(async () => expect(await bench.balances()).toMatchObject({ in_transit: 4_000 }));
    expect((await settle(100)).body.data).toMatchObject({ receivables: 2, amount: 5_000 });
    expect(await bench.balances()).toMatchObject({
      available: 5_000,
      waiting_funds: 0,
      in_transit: 4_000,
    });
    expect((await underway).body.data.status).toBe('failed');
    // One was taken in part and is settled; the other was cancelled, waits again, and its day is for the next round.
    expect(await bench.balances()).toMatchObject({
      available: 6_000,
      waiting_funds: 3_000,
      in_transit: 0,
    });
    expect((await bench.receivablesOf(id)).map(({ status, net }) => [status, net])).toEqual([
      ['settled', 3_000],
      ['settled', 3_000],
      ['waiting_funds', 3_000],
    ]);
    await settle(100);
    expect(await bench.balances()).toMatchObject({ available: 9_000, waiting_funds: 0 });
  });

  it('the sandbox settles what somebody holds too, before it answers', async () => {
    const { id } = await bench.capturedCard({ amount: 3_000 });
    const holder = app.dataSource.createQueryRunner();
    await holder.startTransaction();
    let isAnswered = false;
    let answer: ReturnType<typeof settle>;
    try {
      await holder.query('SELECT 1 FROM receivables WHERE charge_id = $1 FOR UPDATE', [id]);
      answer = settle(100).finally(() => (isAnswered = true));
      // Not a wait for something to happen: it must not.
      await new Promise((resolve) => setTimeout(resolve, 500));
      expect(isAnswered).toBe(false);
    } finally {
      await holder.rollbackTransaction();
      await holder.release();
    }
    expect((await answer).body.data).toMatchObject({ receivables: 1, amount: 3_000 });
    expect(await bench.balances()).toMatchObject({ available: 3_000, waiting_funds: 0 });
  });

  it('twenty refunds at once, of several charges, take no cent twice', async () => {
    const charges = await Promise.all(
      Array.from({ length: 5 }, () => bench.charging.paidPix({ amount: 4_000, split_rules: half() })),
    );
    const asked = charges.flatMap(({ id }) => Array.from({ length: 4 }, () => refund(id, { amount: 1_000 })));
    const refunds = await Promise.all(asked);
    await runNow(app);
    await eventually(async () => {
      for (const { id } of charges) expect((await bench.charging.read(id)).status).toBe('refunded');
    });
    expect(refunds.every(({ sources }) => sources.every(({ from }: JsonBody) => from === 'available'))).toBe(
      true,
    );
    expect(await bench.balances()).toMatchObject({ available: 0, debt: 0, in_transit: 0 });
    expect(await bench.balances(bench.seller)).toMatchObject({ available: 0, debt: 0, in_transit: 0 });
    expect(await bench.book()).toEqual({ 'clearing:sandbox': 0 });
  });

  it('a refund of a card whose refunds the sandbox refuses is published', async () => {
    const { id } = await bench.charging.create(
      cardBody('', { payment_details: { card: { ...raw(), number: '4000000000005126' } } }),
    );
    await bench.charging.until(id, 'captured');
    expect((await refund(id)).status).toBe('failed');
  });
});

const raw = () => ({ holder_name: 'ANA SOUZA', exp_month: 12, exp_year: 2040, cvv: '123' });
