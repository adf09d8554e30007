import { addDays, localDay } from '../../src/common/calendar';
import {
  type Answer,
  eventsOf,
  type JsonBody,
  MoneyBench,
  Onboarding,
  startService,
  type TestService,
} from '../support';

let app: TestService;
let bench: MoneyBench;
/** Receives half, answers for nothing, and may owe little. */
let poor: string;
/** Receives a quarter and answers for the charge, as the merchant does with the other quarter. */
let liable: string;

beforeAll(async () => (app = await startService({ worker: true })));
beforeEach(async () => {
  bench = await MoneyBench.open(app);
  poor = bench.seller;
  liable = await new Onboarding(bench.merchant.client).activePerson();
});
afterAll(() => app.stop());

/** The liable ones in the order of the rules. */
type Order = 'merchant first' | 'seller first';
const answering = (order: Order): string[] =>
  order === 'merchant first' ? [bench.merchant.id, liable] : [liable, bench.merchant.id];

const wallets = () => [poor, bench.merchant.id, liable];
const held = () => Promise.all(wallets().map((wallet) => bench.balances(wallet)));
const brief = async () =>
  (await held()).map(({ available, in_transit, debt }) => [available, in_transit, debt]);

/** A charge of 10,001 whose receivables are settled; 3,800 of what the poor one has of it is held by an operator. */
async function settled(order: Order, token: string): Promise<JsonBody> {
  const quarters = answering(order).map((recipient_id) => ({ recipient_id, percentage: 25, liable: true }));
  const split_rules = [{ recipient_id: poor, percentage: 50, liable: false }, ...quarters];
  const charge = await bench.capturedCard({ amount: 10_001, split_rules }, { installments: 3 }, token);
  await bench.settle(addDays(localDay(new Date()), 120));
  await bench.charging.paidPix({ amount: 2_000 });
  const own = [{ recipient_id: liable, percentage: 100, liable: true }];
  await bench.charging.paidPix({ amount: 2_000, split_rules: own });
  await hold(poor, 3_800);
  await bench.admin.client.patch(`/v1/review/wallets/${poor}`, { debt_limit: 300 });
  expect(await brief()).toEqual([
    [1_201, 0, 0],
    [4_500, 0, 0],
    [4_500, 0, 0],
  ]);
  return charge;
}

async function hold(wallet: string, amount: number): Promise<void> {
  const body = { amount, reason: 'Ordem judicial.' };
  expect((await bench.admin.client.post(`/v1/review/wallets/${wallet}/holds`, body)).status).toBe(201);
}

const refund = ({ id }: JsonBody, body: object = {}): Promise<Answer> =>
  bench.merchant.client.post(`/v1/charges/${id}/refund`, body);

const from = (wallet_id: string | undefined, place: 'available' | 'debt', amount: number) => ({
  ...{ wallet_id, from: place, receivable_id: null, amount },
});

describe.each(['merchant first', 'seller first'] as const)(
  'What a recipient cannot give back comes from those who are liable, the %s (money contract §17)',
  (order) => {
    it('after its own available and its debt: of each what is available, in the order of the rules, to the cent', async () => {
      const charge = await settled(order, 'tok_approved');
      const [one, other] = answering(order);
      const { status, body } = await refund(charge);
      // 3,500 are missing: what the first has beside its own part, and the rest of the second.
      expect([status, body.data.sources]).toEqual([
        201,
        [
          from(poor, 'available', 1_201),
          from(poor, 'debt', 300),
          from(one, 'available', 4_500),
          from(other, 'available', 4_000),
        ],
      ]);
      const left = new Map([
        [poor, [0, 0, -300]],
        [one, [0, 0, 0]],
        [other, [500, 0, 0]],
      ]);
      expect(await brief()).toEqual(wallets().map((wallet) => left.get(wallet)));
    });

    it('a refund that fails restores exactly these', async () => {
      const charge = await settled(order, 'tok_refund_fails');
      const before = await held();
      const receivables = await bench.receivablesOf(charge.id as string);
      const [one, other] = answering(order);
      const { body } = await refund(charge);
      expect([body.data.status, body.data.sources]).toEqual([
        'failed',
        [
          from(poor, 'available', 1_201),
          from(poor, 'debt', 300),
          from(one, 'available', 4_500),
          from(other, 'available', 4_000),
        ],
      ]);
      expect(await held()).toEqual(before);
      expect(await bench.receivablesOf(charge.id as string)).toEqual(receivables);
      // What it owed for it, it owes no more: both are told.
      const types = (await eventsOf(app.dataSource, poor)).map(({ type }) => type);
      expect(types.filter((type) => type.startsWith('wallet.debt'))).toEqual([
        'wallet.debt_opened',
        'wallet.debt_settled',
      ]);
    });
  },
);

describe('What those who are liable do not have (money contract §17)', () => {
  it('is named by the part that lacks it, and nothing happens; what is there to the cent is enough', async () => {
    const charge = await settled('merchant first', 'tok_approved');
    await hold(bench.merchant.id, 500);
    const before = await held();
    const { version } = await bench.charging.read(charge.id as string);
    await hold(poor, 1);
    const { status, body } = await refund(charge);
    expect([status, body.error, body.details]).toEqual([
      422,
      'INSUFFICIENT_BALANCE',
      [{ field: 'split[0]', code: 'insufficient_balance', message: expect.any(String) }],
    ]);
    expect(before.map(({ available }) => available)).toEqual([1_201, 4_000, 4_500]);
    expect(await brief()).toEqual([
      [1_200, 0, 0],
      [4_000, 0, 0],
      [4_500, 0, 0],
    ]);
    expect((await bench.charging.read(charge.id as string)).version).toBe(version);
    await bench.charging.paidPix({ amount: 1 });
    expect((await refund(charge)).status).toBe(201);
    expect(await brief()).toEqual([
      [0, 0, -300],
      [0, 0, 0],
      [0, 0, 0],
    ]);
  });
});
