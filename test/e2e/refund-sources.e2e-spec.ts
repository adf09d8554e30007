import { addDays, localDay } from '../../src/common/calendar';
import { LedgerReader } from '../../src/ledger';
import {
  bookBalances,
  eventually,
  type JsonBody,
  Onboarding,
  startService,
  type TestMerchant,
  type TestOperator,
  type TestService,
  walletBalances,
} from '../support';
import { cardBody, Charging } from '../support/charges';
import { spoil, wake } from '../support/sandbox';

let app: TestService;
let admin: TestOperator;
let merchant: TestMerchant;
let charging: Charging;
let seller: string;

beforeAll(async () => {
  app = await startService({ worker: true });
  admin = await app.operator({ role: 'admin' });
});
beforeEach(async () => {
  merchant = await app.merchant();
  charging = new Charging(merchant.client);
  seller = await new Onboarding(merchant.client).activePerson();
});
afterAll(() => app.stop());

const balances = (walletId: string) => walletBalances(app, merchant.id, walletId);

async function capturedCard(token: string, fields: object = {}, details: object = {}): Promise<JsonBody> {
  const { id } = await charging.create(cardBody(token, { ...fields }, { ...details }));
  return charging.until(id, 'captured');
}

async function receivablesOf(chargeId: string): Promise<JsonBody[]> {
  const found = (await merchant.client.get(`/v1/receivables?charge_id=${chargeId}&limit=100`)).body.data;
  return (found as JsonBody[]).sort((one, other) => one.installment - other.installment);
}

async function refund(chargeId: string, body: object = {}): Promise<JsonBody> {
  const answer = await merchant.client.post(`/v1/charges/${chargeId}/refund`, body);
  expect([answer.status, answer.body.error]).toEqual([expect.any(Number), undefined]);
  return answer.body.data;
}

const settle = (days: number) =>
  merchant.client.post('/v1/sandbox/receivables/settle', { until_date: addDays(localDay(new Date()), days) });

const half = () => [
  { recipient_id: merchant.id, percentage: 50, liable: true },
  { recipient_id: seller, percentage: 50 },
];

describe('Where a refund is taken from (money contract §17)', () => {
  it('the receivables of the charge, the latest due first, each down to 0; the books hold it and let it go', async () => {
    const { id } = await capturedCard('tok_approved', { amount: 9_000 }, { installments: 3 });
    const [, second, third] = await receivablesOf(id);
    const made = await refund(id, { amount: 4_000 });
    expect(made.sources).toEqual([
      { wallet_id: merchant.id, from: 'receivable', receivable_id: third?.id, amount: 3_000 },
      { wallet_id: merchant.id, from: 'receivable', receivable_id: second?.id, amount: 1_000 },
    ]);
    expect(
      (await receivablesOf(id)).map(({ status, amount_reversed, net }) => [status, amount_reversed, net]),
    ).toEqual([
      ['waiting_funds', 0, 3_000],
      ['waiting_funds', 1_000, 2_000],
      ['cancelled', 3_000, 0],
    ]);
    expect(await balances(merchant.id)).toMatchObject({ waiting_funds: 5_000, in_transit: 0, available: 0 });
    expect(await bookBalances(app, merchant.id)).toEqual({ 'clearing:sandbox': -5_000 });
    expect((await merchant.client.get(`/v1/charges/${id}/refunds/${made.id}`)).body.data).toEqual(made);
  });

  it('then what is available, then a debt; without a limit in test mode', async () => {
    const agreed = await admin.client.post('/v1/review/terms', {
      merchant_id: merchant.id,
      processing: [{ payment_method: 'pix', percentage: 1 }],
    });
    expect(agreed.status).toBe(201);
    const { id } = await charging.paidPix({ amount: 10_000 });
    expect(await balances(merchant.id)).toMatchObject({ available: 9_900 });
    expect((await refund(id)).sources).toEqual([
      { wallet_id: merchant.id, from: 'available', receivable_id: null, amount: 9_900 },
      { wallet_id: merchant.id, from: 'debt', receivable_id: null, amount: 100 },
    ]);
    expect(await balances(merchant.id)).toMatchObject({ available: 0, debt: -100 });
  });

  it('each recipient pays its part from its own wallet', async () => {
    const { id } = await charging.paidPix({ amount: 1_001, split_rules: half() });
    const made = await refund(id, { amount: 501 });
    expect(made.sources).toEqual(
      made.split.map(({ recipient_id, amount }: JsonBody) => ({
        wallet_id: recipient_id,
        from: 'available',
        receivable_id: null,
        amount,
      })),
    );
    const left = [await balances(seller), await balances(merchant.id)];
    expect(left.reduce((total, { available = 0 }) => total + available, 0)).toBe(500);
  });

  it('a refund that fails restores exactly what it took', async () => {
    const { id } = await capturedCard('tok_refund_fails', { amount: 9_000 }, { installments: 3 });
    const before = await receivablesOf(id);
    const failed = await refund(id, { amount: 4_000 });
    expect(failed.status).toBe('failed');
    expect(failed.sources).toHaveLength(2);
    expect(
      (await receivablesOf(id)).map(({ status, net, amount_reversed }) => [status, net, amount_reversed]),
    ).toEqual(before.map(({ status, net }) => [status, net, 0]));
    expect(await balances(merchant.id)).toMatchObject({ waiting_funds: 9_000, in_transit: 0 });
    const reader = app.api.get(LedgerReader, { strict: false });
    const released = await reader.findTransaction(merchant.id, `refund:${failed.id}:released`);
    const held = await reader.findTransaction(merchant.id, `refund:${failed.id}:held`);
    expect(released?.reversesId).toBe(held?.id);
    expect(released?.kind).toBe('refund');
  });

  it('what was settled while the refund was on its way becomes available when it fails', async () => {
    await spoil(app, 'refund', 'slow', { delayMs: 1_500 });
    const { id } = await capturedCard('tok_refund_fails', { amount: 9_000 }, { installments: 3 });
    const underway = merchant.client.post(`/v1/charges/${id}/refund`, { amount: 4_000 });
    await eventually(async () => expect(await balances(merchant.id)).toMatchObject({ in_transit: 4_000 }));
    expect((await settle(100)).body.data).toMatchObject({ receivables: 2, amount: 5_000 });
    expect(await balances(merchant.id)).toMatchObject({
      available: 5_000,
      waiting_funds: 0,
      in_transit: 4_000,
    });
    expect((await underway).body.data.status).toBe('failed');
    // One was taken in part and is settled; the other was cancelled, waits again, and its day is for the next round.
    expect(await balances(merchant.id)).toMatchObject({
      available: 6_000,
      waiting_funds: 3_000,
      in_transit: 0,
    });
    expect((await receivablesOf(id)).map(({ status, net }) => [status, net])).toEqual([
      ['settled', 3_000],
      ['settled', 3_000],
      ['waiting_funds', 3_000],
    ]);
    await settle(100);
    expect(await balances(merchant.id)).toMatchObject({ available: 9_000, waiting_funds: 0 });
  });

  it('twenty refunds at once, of several charges, take no cent twice', async () => {
    const charges = await Promise.all(
      Array.from({ length: 5 }, () => charging.paidPix({ amount: 4_000, split_rules: half() })),
    );
    const asked = charges.flatMap(({ id }) => Array.from({ length: 4 }, () => refund(id, { amount: 1_000 })));
    const refunds = await Promise.all(asked);
    await wake(app);
    await eventually(async () => {
      for (const { id } of charges) expect((await charging.read(id)).status).toBe('refunded');
    });
    expect(refunds.every(({ sources }) => sources.every(({ from }: JsonBody) => from === 'available'))).toBe(
      true,
    );
    expect(await balances(merchant.id)).toMatchObject({ available: 0, debt: 0, in_transit: 0 });
    expect(await balances(seller)).toMatchObject({ available: 0, debt: 0, in_transit: 0 });
    expect(await bookBalances(app, merchant.id)).toEqual({ 'clearing:sandbox': 0 });
  });

  it('a refund of a card whose refunds the sandbox refuses is published', async () => {
    const { id } = await charging.create(
      cardBody('', { payment_details: { card: { ...raw(), number: '4000000000005126' } } }),
    );
    await charging.until(id, 'captured');
    expect((await refund(id)).status).toBe('failed');
  });
});

const raw = () => ({ holder_name: 'ANA SOUZA', exp_month: 12, exp_year: 2040, cvv: '123' });
