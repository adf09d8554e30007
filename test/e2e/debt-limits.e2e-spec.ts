import { type Answer, CALM, Onboarding, type TestMerchant, type TestOperator } from '../support';
import { boletoBody } from '../support/charges';
import type { JsonBody } from '../support/client';
import { type BankedMerchant, DisputingBank } from '../support/disputing-bank';
import { walletBalances } from '../support/wallet-books';

/** Check digits count in live mode. */
const PAYER = { name: 'Ana Souza', email: 'ana@example.com', type: 'individual', tax_id: '52998224725' };

let bank: DisputingBank;
let admin: TestOperator;
let reviewer: TestOperator;
let live: TestMerchant;
let seller: string;
let provider: BankedMerchant;

beforeAll(async () => {
  bank = await DisputingBank.start();
  admin = await bank.app.operator({ role: 'admin' });
  reviewer = await bank.app.operator();
});
/** A live merchant with a seller, whose captures are all fee: whatever is given back is owed. */
beforeEach(async () => {
  live = await bank.app.merchant({ mode: 'live' });
  provider = await bank.serve(live, 'live');
  const terms = { merchant_id: live.id, processing: [{ payment_method: 'boleto', percentage: 100 }] };
  expect((await admin.client.post('/v1/review/terms', terms)).status).toBe(201);
  seller = await new Onboarding(live.client).submittedPerson(CALM);
  expect((await reviewer.client.post(`/v1/review/submerchants/${seller}/approve`)).status).toBe(200);
});
afterAll(() => bank.stop());

function halved(amount: number): Promise<JsonBody> {
  const rule = { percentage: 50, liable: true, charge_processing_fee: true };
  const split_rules = [
    { recipient_id: live.id, ...rule },
    { recipient_id: seller, ...rule },
  ];
  return provider.paid(boletoBody({ amount, customer: PAYER, split_rules }));
}

const refund = ({ id }: JsonBody, amount: number): Promise<Answer> =>
  live.client.post(`/v1/charges/${id}/refund`, { amount });

const limitOf = async (wallet: string): Promise<unknown> =>
  (await admin.client.get(`/v1/review/wallets/${wallet}`)).body.data.debt_limit;

async function setLimit(wallet: string, debt_limit: number | null): Promise<void> {
  expect((await admin.client.patch(`/v1/review/wallets/${wallet}`, { debt_limit })).status).toBe(200);
}

/** What the merchant and its seller owe. */
async function debts(): Promise<number[]> {
  const held = [live.id, seller].map((wallet) => walletBalances(bank.app, live.id, wallet));
  return (await Promise.all(held)).map(({ debt = 0 }) => 0 - debt);
}

/** The parts of a refund that nobody can give back, where it is refused for that. */
const missing = ({ status, body }: Answer): unknown => [
  status,
  body.error,
  body.details?.map(({ field, code }: JsonBody) => `${field} ${code}`),
];
const refusedOf = (...places: number[]): unknown => [
  422,
  'INSUFFICIENT_BALANCE',
  places.map((place) => `split[${place}] insufficient_balance`),
];

describe('How much a live owner may owe (money contract §§ 13 and 17)', () => {
  it('100,000 a seller and 1,000,000 the merchant itself; a refund beyond it names each part', async () => {
    expect([await limitOf(live.id), await limitOf(seller)]).toEqual([1_000_000, 100_000]);
    const charge = await halved(4_000_000);
    expect(missing(await refund(charge, 2_000_002))).toEqual(refusedOf(0, 1));
    expect(missing(await refund(charge, 2_000_000))).toEqual(refusedOf(1));
    expect(await debts()).toEqual([0, 0]);
    const taken = await refund(charge, 200_000);
    expect([taken.status, taken.body.data.sources]).toEqual([
      201,
      [live.id, seller].map((wallet_id) => ({
        ...{ wallet_id, from: 'debt', receivable_id: null, amount: 100_000 },
      })),
    ]);
    expect(missing(await refund(charge, 2))).toEqual(refusedOf(1));
    expect(await debts()).toEqual([100_000, 100_000]);
  });

  it('an operator raises it and lowers it, also below what is owed: what a refund may take follows', async () => {
    const charge = await halved(4_000_000);
    await setLimit(seller, 150_000);
    expect((await refund(charge, 300_000)).status).toBe(201);
    expect(missing(await refund(charge, 2))).toEqual(refusedOf(1));
    await setLimit(seller, 150_001);
    expect((await refund(charge, 2)).status).toBe(201);
    await setLimit(seller, 120_000);
    expect(missing(await refund(charge, 2))).toEqual(refusedOf(1));
    await setLimit(live.id, 0);
    expect(missing(await refund(charge, 2))).toEqual(refusedOf(0, 1));
    await setLimit(seller, null);
    expect(missing(await refund(charge, 2))).toEqual(refusedOf(0));
    expect(await debts()).toEqual([150_001, 150_001]);
    await setLimit(live.id, null);
    expect((await refund(charge, 3_000_000)).status).toBe(201);
    expect(await debts()).toEqual([1_650_001, 1_650_001]);
  });

  it('a dispute passes it', async () => {
    const charge = await halved(4_000_000);
    await setLimit(live.id, 0);
    await provider.opened(charge, 'dispute');
    const [dispute] = (await live.client.get(`/v1/disputes?charge_id=${charge.id}`)).body.data;
    expect(dispute).toMatchObject({ status: 'open', debited_amount: 4_000_000 });
    expect(dispute.bearers.map(({ sources }: JsonBody) => sources)).toEqual(
      [live.id, seller].map(() => [expect.objectContaining({ from: 'debt', amount: 2_000_000 })]),
    );
    expect(await debts()).toEqual([2_000_000, 2_000_000]);
    expect([await limitOf(live.id), await limitOf(seller)]).toEqual([0, 100_000]);
  });
});
