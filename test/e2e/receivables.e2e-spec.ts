import { addDays, BankCalendar, localDay } from '../../src/common/calendar';
import { SettleTask } from '../../src/receivables/settlements/settle.task';
import {
  bookBalances,
  eventually,
  type JsonBody,
  Onboarding,
  startService,
  type TestMerchant,
  type TestOperator,
  type TestService,
  TimeMachine,
  walletBalances,
} from '../support';
import { boletoBody, cardBody, Charging } from '../support/charges';

let machine: TimeMachine;
let app: TestService;
let admin: TestOperator;
let merchant: TestMerchant;
let charging: Charging;
let seller: string;

const calendar = new BankCalendar();

beforeAll(async () => {
  machine = await TimeMachine.install();
  app = await startService({ worker: true });
  machine.control(app);
});
beforeEach(async () => {
  // A session of its own: the time that a test lets pass ends the one before.
  admin = await app.operator({ role: 'admin' });
  merchant = await app.merchant();
  charging = new Charging(merchant.client);
  seller = await new Onboarding(merchant.client).activePerson();
});
afterAll(() => app.stop());

const today = () => localDay(machine.now());

async function agree(terms: object): Promise<void> {
  const answer = await admin.client.post('/v1/review/terms', { merchant_id: merchant.id, ...terms });
  expect(answer.status).toBe(201);
}

async function receivables(query = ''): Promise<JsonBody[]> {
  const answer = await merchant.client.get(`/v1/receivables?limit=100${query}`);
  expect(answer.status).toBe(200);
  return answer.body.data;
}

/** Of a charge, by wallet and instalment. */
async function receivablesOf(chargeId: string): Promise<JsonBody[]> {
  const found = await receivables(`&charge_id=${chargeId}`);
  return found.sort((one, other) =>
    one.wallet_id === other.wallet_id
      ? one.installment - other.installment
      : one.wallet_id.localeCompare(other.wallet_id),
  );
}

const settle = (until: string, headers = {}) =>
  merchant.client.post('/v1/sandbox/receivables/settle', { until_date: until }, headers);

const balances = (walletId: string) => walletBalances(app, merchant.id, walletId);

async function capturedCard(fields: object = {}, details: object = {}): Promise<JsonBody> {
  const { id } = await charging.create(cardBody('tok_approved', { ...fields }, { ...details }));
  return charging.until(id, 'captured');
}

describe('A capture and its receivables (money contract §§ 11 and 14)', () => {
  it('a pix settles at once: one receivable, settled, without a settlement', async () => {
    const { id } = await charging.paidPix();
    const [receivable, ...others] = await receivablesOf(id);
    expect(others).toEqual([]);
    expect(receivable).toEqual({
      id: expect.any(String),
      wallet_id: merchant.id,
      charge_id: id,
      payment_method: 'pix',
      brand: null,
      arrangement: null,
      installment: 1,
      installments: 1,
      amount: 10_000,
      fee: 0,
      amount_reversed: 0,
      net: 10_000,
      anticipation_fee: 0,
      status: 'settled',
      due_date: today(),
      original_due_date: today(),
      captured_at: expect.any(String),
      settled_at: receivable?.captured_at,
      settlement_id: null,
      anticipation_id: null,
      version: 1,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    expect((await merchant.client.get(`/v1/receivables/${receivable?.id}`)).body.data).toEqual(receivable);
    expect(await balances(merchant.id)).toMatchObject({ available: 10_000, waiting_funds: 0 });
    expect(await bookBalances(app, merchant.id)).toEqual({ 'clearing:sandbox': -10_000 });
  });

  it('a card in instalments: parts and fees sum, the first ones get the cents that are left, each due on its day', async () => {
    await agree({ processing: [{ payment_method: 'credit_card', percentage: 4.99, fixed: 39 }] });
    const charge = await capturedCard(
      {
        amount: 10_001,
        split_rules: [
          { recipient_id: merchant.id, percentage: 10, charge_processing_fee: true },
          { recipient_id: seller, percentage: 90 },
        ],
      },
      { installments: 3 },
    );
    const found = await receivablesOf(charge.id);
    const of = (walletId: string) => found.filter(({ wallet_id }) => wallet_id === walletId);
    expect(of(merchant.id).map(({ amount, fee, net }) => [amount, fee, net])).toEqual([
      [334, 180, 154],
      [334, 179, 155],
      [333, 179, 154],
    ]);
    expect(of(seller).map(({ amount, fee }) => [amount, fee])).toEqual([
      [3_000, 0],
      [3_000, 0],
      [3_000, 0],
    ]);
    const day = localDay(new Date(charge.captured_at));
    expect(of(seller).map(({ due_date }) => due_date)).toEqual(
      [30, 60, 90].map((days) => calendar.nextBusinessDay(addDays(day, days))),
    );
    expect(
      new Set(found.map(({ arrangement, brand, status }) => [arrangement, brand, status].join())),
    ).toEqual(new Set(['VCC,visa,waiting_funds']));
    expect(await balances(seller)).toMatchObject({ waiting_funds: 9_000, available: 0 });
    expect(await balances(merchant.id)).toMatchObject({ waiting_funds: 463, available: 0 });
    expect(await bookBalances(app, merchant.id)).toEqual({
      'clearing:sandbox': -10_001,
      'fees:processing': 538,
    });
  });

  it('a fee above its payers is a debt: the receivable is worth nothing and settles on its day', async () => {
    await agree({ processing: [{ payment_method: 'boleto', fixed: 349 }] });
    const { id } = await charging.create(boletoBody({ amount: 101 }));
    await merchant.client.post(`/v1/sandbox/charges/${id}/pay`);
    const [receivable] = await receivablesOf(id);
    expect(receivable).toMatchObject({ amount: 101, fee: 101, net: 0, status: 'waiting_funds' });
    expect(await balances(merchant.id)).toMatchObject({ waiting_funds: 0, debt: -248 });
    expect((await settle(addDays(today(), 10))).status).toBe(200);
    expect((await receivablesOf(id))[0]).toMatchObject({ status: 'settled', net: 0 });
    expect(await balances(merchant.id)).toMatchObject({ available: 0, debt: -248 });
  });

  it('what part of a capture nobody gets has no receivable', async () => {
    const { id } = await charging.paidPix({
      amount: 1,
      split_rules: [
        { recipient_id: merchant.id, percentage: 50 },
        { recipient_id: seller, percentage: 50 },
      ],
    });
    expect(await receivablesOf(id)).toEqual([expect.objectContaining({ wallet_id: merchant.id, amount: 1 })]);
  });
});

describe('Settlement (money contract §14)', () => {
  it('due receivables become available together: one settlement a wallet and day, an event, entries in the books', async () => {
    const charge = await capturedCard(
      { amount: 9_000, split_rules: [{ recipient_id: seller, percentage: 100 }] },
      { installments: 2 },
    );
    await capturedCard({ amount: 1_000, split_rules: [{ recipient_id: seller, percentage: 100 }] });
    const [first] = await receivablesOf(charge.id);
    const answer = await settle(first?.due_date);
    expect([answer.status, answer.body.data]).toEqual([
      200,
      { until_date: first?.due_date, settlements: 1, receivables: 2, amount: 5_500 },
    ]);
    expect(await balances(seller)).toMatchObject({ available: 5_500, waiting_funds: 4_500 });
    const settlements = (await merchant.client.get(`/v1/receivables/settlements?wallet_id=${seller}`)).body
      .data;
    expect(settlements).toEqual([
      {
        id: expect.any(String),
        wallet_id: seller,
        due_date: first?.due_date,
        count: 2,
        amount: 5_500,
        reserve: 0,
        created_at: expect.any(String),
      },
    ]);
    const [{ id }] = settlements;
    expect((await merchant.client.get(`/v1/receivables/settlements/${id}`)).body.data).toEqual(
      settlements[0],
    );
    expect(await receivables(`&settlement_id=${id}`)).toHaveLength(2);
    const [settled, waiting] = await receivablesOf(charge.id);
    expect(settled).toMatchObject({ status: 'settled', settlement_id: id, version: 2 });
    expect(waiting).toMatchObject({ status: 'waiting_funds', settlement_id: null, settled_at: null });
  });

  it('the job settles from midnight of the due date on, not before, and catches up', async () => {
    const charge = await capturedCard({}, { installments: 2 });
    const [first, second] = await receivablesOf(charge.id);
    const task = app.worker!.get(SettleTask, { strict: false });
    await task.run();
    expect((await receivablesOf(charge.id)).map(({ status }) => status)).toEqual([
      'waiting_funds',
      'waiting_funds',
    ]);
    const days = Math.ceil(
      (Date.parse(`${second?.due_date}T12:00:00Z`) - machine.now().getTime()) / 86_400_000,
    );
    await machine.advance(days * 86_400);
    await eventually(async () => {
      await task.run();
      expect((await receivablesOf(charge.id)).map(({ status }) => status)).toEqual(['settled', 'settled']);
    });
    const settlements = (await merchant.client.get('/v1/receivables/settlements')).body.data as JsonBody[];
    expect(settlements.map(({ due_date }) => due_date).sort()).toEqual([first?.due_date, second?.due_date]);
  });

  it('each receivable once, however many settle at the same time', async () => {
    await Promise.all(Array.from({ length: 12 }, () => capturedCard({ amount: 1_000 })));
    const until = addDays(today(), 40);
    const answers = await Promise.all(Array.from({ length: 8 }, () => settle(until)));
    const sum = (of: string) => answers.reduce((total, { body }) => total + body.data[of], 0);
    expect([sum('receivables'), sum('amount')]).toEqual([12, 12_000]);
    expect(await balances(merchant.id)).toMatchObject({ available: 12_000, waiting_funds: 0 });
  });

  it('the sandbox alone settles early, a day is a day, and a repeated key answers the same', async () => {
    await capturedCard();
    const key = { 'idempotency-key': 'early' };
    const [first, second] = [
      await settle(addDays(today(), 40), key),
      await settle(addDays(today(), 40), key),
    ];
    expect(second.body).toEqual(first.body);
    expect(second.headers['idempotent-replayed']).toBe('true');
    expect((await settle('2026-02-30')).body.details).toEqual([
      expect.objectContaining({ field: 'until_date', code: 'invalid_date' }),
    ]);
    const live = await app.merchant({ mode: 'live' });
    const refused = await live.client.post('/v1/sandbox/receivables/settle', { until_date: today() });
    expect(refused.status).toBe(404);
  });

  it('what is held back of what becomes available goes to the reserve, and comes back on its day', async () => {
    await agree({
      reserve: [
        { payment_method: 'pix', percentage: 10, days: 5 },
        { payment_method: 'credit_card', percentage: 2.5, days: 20 },
      ],
    });
    await charging.paidPix({ amount: 1_005 });
    // Half to even of 100.5.
    expect(await balances(merchant.id)).toMatchObject({ available: 905, reserve: 100 });
    const charge = await capturedCard({ amount: 10_000 });
    const [{ due_date: due }] = (await receivablesOf(charge.id)) as [JsonBody];
    await settle(due);
    expect(await balances(merchant.id)).toMatchObject({ available: 905 + 9_750 + 100, reserve: 250 });
    await settle(addDays(due, 19));
    expect(await balances(merchant.id)).toMatchObject({ reserve: 250 });
    await Promise.all([settle(addDays(due, 20)), settle(addDays(due, 20)), settle(addDays(due, 20))]);
    expect(await balances(merchant.id)).toMatchObject({ available: 11_005, reserve: 0 });
    const [settlement] = (await merchant.client.get('/v1/receivables/settlements')).body.data;
    expect(settlement).toMatchObject({ amount: 10_000, reserve: 250 });
  });
});

describe('GET /v1/receivables and its summary', () => {
  it('filters by wallet, method, status and due date; search finds a charge; another merchant sees nothing', async () => {
    const card = await capturedCard(
      { split_rules: [{ recipient_id: seller, percentage: 100 }] },
      { installments: 2 },
    );
    const pix = await charging.paidPix();
    const ids = async (query: string) => (await receivables(query)).map(({ charge_id }) => charge_id);
    expect(await ids('&payment_method=pix')).toEqual([pix.id]);
    expect(await ids('&status=settled')).toEqual([pix.id]);
    expect(await ids(`&wallet_id=${seller}`)).toEqual([card.id, card.id]);
    expect(await ids(`&due_from=${addDays(today(), 1)}&due_to=${addDays(today(), 40)}`)).toEqual([card.id]);
    expect(await ids(`&search=${pix.id.slice(9).toUpperCase()}`)).toEqual([pix.id]);
    const [{ id }] = (await receivables()) as [JsonBody];
    const other = await app.merchant();
    expect((await other.client.get(`/v1/receivables/${id}`)).status).toBe(404);
    expect((await other.client.get('/v1/receivables')).body.pagination.total).toBe(0);
    expect((await merchant.client.get('/v1/receivables?status=gone')).status).toBe(422);
  });

  it.each(['due_date', 'month', 'arrangement', 'status'])('sums by %s', async (group) => {
    await agree({ processing: [{ payment_method: 'credit_card', percentage: 10 }] });
    await capturedCard({ amount: 3_000 }, { installments: 3 });
    await charging.paidPix({ amount: 500 });
    const query = `due_from=${today()}&due_to=${addDays(today(), 120)}&group_by=${group}`;
    const { status, body } = await merchant.client.get(`/v1/receivables/summary?${query}`);
    expect(status).toBe(200);
    expect(body.data.total).toEqual({ count: 4, amount: 3_500, fee: 300, amount_reversed: 0, net: 3_200 });
    const all = await receivables();
    const keyOf = (one: JsonBody): string | null =>
      group === 'month' ? one.due_date.slice(0, 7) : one[group as 'status'];
    const keys = [...new Set(all.map(keyOf))];
    expect(new Set(body.data.groups.map(({ key }: JsonBody) => key))).toEqual(new Set(keys));
    for (const { key, count, net } of body.data.groups as JsonBody[]) {
      const own = all.filter((one) => keyOf(one) === key);
      expect([count, net]).toEqual([own.length, own.reduce((total, one) => total + one.net, 0)]);
    }
  });

  it('a period of more than 400 days, turned round or missing is refused by name', async () => {
    const faults = async (query: string) =>
      (await merchant.client.get(`/v1/receivables/summary?group_by=month&${query}`)).body.details?.map(
        ({ field, code }: JsonBody) => `${field} ${code}`,
      );
    expect(await faults('due_from=2026-01-01&due_to=2027-02-06')).toEqual(['due_to too_late']);
    expect(await faults('due_from=2026-01-02&due_to=2026-01-01')).toEqual(['due_from after_due_to']);
    expect(await faults('due_from=2026-01-01')).toEqual(['due_to required']);
  });
});
