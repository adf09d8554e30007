import { addDays, BankCalendar, localDay } from '../../src/common/calendar';
import {
  eventually,
  type JsonBody,
  MoneyBench,
  Onboarding,
  startService,
  type TestMerchant,
  type TestOperator,
  type TestService,
} from '../support';
import { boletoBody, cardBody, Charging, pixBody } from '../support/charges';

let app: TestService;
let admin: TestOperator;
let merchant: TestMerchant;
let charging: Charging;
let seller: string;

beforeAll(async () => {
  app = await startService({ worker: true });
  admin = await app.operator({ role: 'admin' });
  merchant = await app.merchant();
  charging = new Charging(merchant.client);
  seller = await new Onboarding(merchant.client).activePerson();
  await agree({
    processing: [
      { payment_method: 'pix', percentage: 0.99, minimum: 10 },
      { payment_method: 'boleto', fixed: 349 },
      { payment_method: 'debit_card', percentage: 1.99 },
      { payment_method: 'credit_card', percentage: 4.99, fixed: 39 },
      { payment_method: 'credit_card', installments: 3, percentage: 3.9999, fixed: 39 },
      { payment_method: 'credit_card', brand: 'visa', percentage: 2.5 },
    ],
  });
});
afterAll(() => app.stop());

async function agree(terms: object, of = merchant): Promise<void> {
  const answer = await admin.client.post('/v1/review/terms', { merchant_id: of.id, ...terms });
  expect(answer.status).toBe(201);
}

const preview = async (body: object): Promise<JsonBody> => {
  const answer = await merchant.client.post('/v1/charges/preview', body);
  expect([answer.status, answer.body.error]).toEqual([200, undefined]);
  return answer.body.data;
};

/** Half each; both bear the fee. */
const halves = () => [
  { recipient_id: merchant.id, percentage: 50, charge_processing_fee: true },
  { recipient_id: seller, percentage: 50, charge_processing_fee: true },
];

describe('The fee of a charge (money contract §§ 13 and 20)', () => {
  it('null before the capture, then of what was captured: of the charge and of each part', async () => {
    const { id, ...pending } = await charging.create(pixBody({ split_rules: halves() }));
    expect([pending.fee_amount, pending.net_amount]).toEqual([null, null]);
    expect(pending.split).toEqual(
      [1, 2].map(() => expect.objectContaining({ fee_amount: null, net_amount: null })),
    );
    await merchant.client.post(`/v1/sandbox/charges/${id}/pay`);
    const paid = await charging.read(id);
    expect(paid).toMatchObject({ amount_captured: 10_000, fee_amount: 99, net_amount: 9_901 });
    expect(paid.split).toEqual([
      expect.objectContaining({ recipient_id: merchant.id, fee_amount: 50, net_amount: 4_950 }),
      expect.objectContaining({ recipient_id: seller, fee_amount: 49, net_amount: 4_951 }),
    ]);
  });

  it('of what was captured, not of what was authorised', async () => {
    const id = await charging.authorized();
    const captured = await merchant.client.post(`/v1/charges/${id}/capture`, { amount: 4_000 });
    // A Visa: 2.5 %.
    expect(captured.body.data).toMatchObject({ amount_captured: 4_000, fee_amount: 100, net_amount: 3_900 });
  });

  it('what was agreed when the charge was made counts, whatever is agreed before its capture', async () => {
    const other = await app.merchant();
    const theirs = new Charging(other.client);
    await agree({ processing: [{ payment_method: 'credit_card', percentage: 1 }] }, other);
    const before = await theirs.authorized();
    await agree({ processing: [{ payment_method: 'credit_card', percentage: 9 }] }, other);
    const after = await theirs.authorized();
    const feeOf = async (id: string): Promise<number> =>
      (await other.client.post(`/v1/charges/${id}/capture`)).body.data.fee_amount;
    expect([await feeOf(before), await feeOf(after)]).toEqual([100, 900]);
  });

  it('nor do its days and what is held back of it change', async () => {
    const bench = await MoneyBench.open(app);
    const terms = (days: number, percentage: number) => ({
      settlement: [{ payment_method: 'credit_card', days, unit: 'calendar', interval_days: days }],
      reserve: [{ payment_method: 'credit_card', percentage, days: 4 * days }],
    });
    await bench.agree(terms(10, 10));
    const before = await bench.charging.authorized();
    await bench.agree(terms(20, 20));
    const after = await bench.charging.authorized();
    const dueOf = async (id: string): Promise<string> => {
      const captured = await bench.merchant.client.post(`/v1/charges/${id}/capture`);
      expect(captured.status).toBe(200);
      const [receivable] = await bench.receivablesOf(id);
      return receivable?.due_date as string;
    };
    const due = [await dueOf(before), await dueOf(after)] as const;
    const captured = localDay(new Date((await bench.charging.read(before)).captured_at as string));
    const calendar = new BankCalendar();
    expect(due).toEqual([10, 20].map((days) => calendar.nextBusinessDay(addDays(captured, days))));
    const heldOn = async (day: string): Promise<unknown> => {
      expect((await bench.settle(day)).status).toBe(200);
      return (await bench.balances())['reserve'];
    };
    expect(await heldOn(due[0])).toBe(1_000);
    expect(await heldOn(due[1])).toBe(3_000);
    expect(await heldOn(addDays(due[0], 39))).toBe(3_000);
    expect(await heldOn(addDays(due[0], 40))).toBe(2_000);
    expect(await heldOn(addDays(due[1], 79))).toBe(2_000);
    expect(await heldOn(addDays(due[1], 80))).toBe(0);
  });

  it('a fee above all who bear it leaves the first of them owing', async () => {
    await agree({ processing: [{ payment_method: 'boleto', fixed: 349 }] });
    const { id } = await charging.create(boletoBody({ amount: 101, split_rules: halves() }));
    await merchant.client.post(`/v1/sandbox/charges/${id}/pay`);
    const paid = await charging.read(id);
    expect(paid).toMatchObject({ fee_amount: 349, net_amount: -248 });
    expect(
      paid.split.map(({ amount, fee_amount, net_amount }: JsonBody) => [amount, fee_amount, net_amount]),
    ).toEqual([
      [51, 299, -248],
      [50, 50, 0],
    ]);
  });

  it('a fee that takes all leaves nothing that is due next', async () => {
    const other = await app.merchant();
    const { client, id } = other;
    await agree({ processing: [{ payment_method: 'boleto', fixed: 349 }] }, other);
    const { id: charge } = await new Charging(client).create(boletoBody({ amount: 349 }));
    await client.post(`/v1/sandbox/charges/${charge}/pay`);
    const { data } = (await client.get(`/v1/wallets/${id}`)).body;
    expect([data.balance.waiting_funds, data.next_settlement]).toEqual([0, null]);
  });

  it('a merchant without terms pays nothing; refunds do not give a fee back', async () => {
    const free = new Charging((await app.merchant()).client);
    expect(await free.paidPix()).toMatchObject({ fee_amount: 0, net_amount: 10_000 });
    const { id } = await charging.paidPix();
    await merchant.client.post(`/v1/charges/${id}/refund`);
    expect(await charging.until(id, 'refunded')).toMatchObject({ fee_amount: 99, net_amount: 9_901 });
  });

  it('terms that change beside a hundred payments: each is of one or the other', async () => {
    const other = await app.merchant();
    const theirs = new Charging(other.client);
    const pay = async (): Promise<JsonBody> => theirs.paidPix();
    const change = (percentage: number): Promise<void> =>
      agree({ processing: [{ payment_method: 'pix', percentage }] }, other);
    await change(1);
    const paid = await Promise.all([
      ...Array.from({ length: 50 }, pay),
      change(2).then(() => null),
      ...Array.from({ length: 50 }, pay),
    ]);
    const fees = paid.filter((charge) => charge !== null).map(({ fee_amount }) => fee_amount as number);
    expect(fees.filter((fee) => fee !== 100 && fee !== 200)).toEqual([]);
    expect((await theirs.paidPix()).fee_amount).toBe(200);
  });
});

describe('POST /v1/charges/preview says what then happens, to the cent', () => {
  it.each<[string, () => Record<string, unknown>]>([
    ['pix', () => pixBody({ amount: 3_333 })],
    ['boleto', () => boletoBody({ amount: 12_345 })],
    ['a card of a brand with terms of its own', () => cardBody('tok_approved', { amount: 7_777 })],
    ['in instalments', () => cardBody('tok_approved', { amount: 9_998 }, { installments: 7 })],
    ['divided', () => pixBody({ amount: 9_999, split_rules: halves() })],
    [
      'divided in instalments',
      () => cardBody('tok_approved', { split_rules: halves() }, { installments: 3 }),
    ],
  ])('%s', async (_name, body) => {
    const previewed = await preview(body());
    const { id } = await charging.create(body());
    if (body()['payment_method'] !== 'credit_card')
      await merchant.client.post(`/v1/sandbox/charges/${id}/pay`);
    const paid = await charging.until(id, 'captured');
    expect([paid.fee_amount, paid.net_amount]).toEqual([previewed.fee_amount, previewed.net_amount]);
    expect(paid.split.map(({ fee_amount }: JsonBody) => fee_amount)).toEqual(
      previewed.split.map(({ fee_amount }: JsonBody) => fee_amount),
    );
    const sum = (field: string): number =>
      previewed.receivables.reduce(
        (total: number, each: Record<string, number>) => total + (each[field] ?? 0),
        0,
      );
    expect([sum('amount'), sum('fee'), sum('net')]).toEqual([
      paid.amount_captured,
      paid.fee_amount,
      paid.net_amount,
    ]);
    // To whom, of which instalment, on which day: each as it was told.
    const { data } = (await merchant.client.get(`/v1/receivables?charge_id=${id}&limit=100`)).body;
    const made = data.map(({ wallet_id, installment, due_date, amount, fee, net }: JsonBody) => ({
      ...{ recipient_id: wallet_id, installment, due_date, amount, fee, net },
    }));
    expect(made).toHaveLength(previewed.receivables.length);
    expect(made).toEqual(expect.arrayContaining(previewed.receivables));
  });

  it('without a card: terms of any brand, by its instalments', async () => {
    const details = { card_token: undefined, installments: 3 };
    const previewed = await preview(cardBody('', { split_rules: halves() }, details));
    expect(previewed).toMatchObject({ fee_amount: 439, net_amount: 9_561 });
    expect(previewed.receivables).toHaveLength(6);
    const [first, second, third] = previewed.receivables;
    expect(first).toEqual({
      recipient_id: merchant.id,
      installment: 1,
      due_date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      amount: 1_667,
      fee: 74,
      net: 1_593,
    });
    expect([second.amount, second.fee, third.amount, third.fee]).toEqual([1_667, 73, 1_666, 73]);
    const days = previewed.receivables.map(({ due_date }: JsonBody) => due_date);
    expect(new Set(days.slice(0, 3)).size).toBe(3);
    expect(days.slice(0, 3)).toEqual(days.slice(3));
  });

  it('a card that the provider does not know: 422, as when it is charged', async () => {
    const answer = await merchant.client.post('/v1/charges/preview', cardBody('tok_nobody'));
    expect([answer.status, answer.body.details[0].code]).toEqual([422, 'unknown_token']);
  });
});

describe('Notifications and the books', () => {
  it('the event of a capture carries the fee', async () => {
    const { id } = await charging.paidPix();
    const [event] = await eventually(async () => {
      const rows = await app.dataSource.query<{ payload: string }[]>(
        `SELECT payload FROM outbox_events WHERE resource_id = $1 AND type = 'charge.captured'`,
        [id],
      );
      expect(rows).toHaveLength(1);
      return rows;
    });
    expect(JSON.parse(event!.payload).charge).toMatchObject({ fee_amount: 99, net_amount: 9_901 });
  });

  it.each([
    ['ck_charge_sums', 'UPDATE charges SET fee_cents = fee_cents + 1 WHERE id = $1'],
    ['ck_charge_sums', 'UPDATE charge_splits SET fee_cents = fee_cents - 1 WHERE charge_id = $1'],
    ['ck_charges_fee', 'UPDATE charges SET fee_cents = NULL WHERE id = $1'],
    ['ck_charge_splits_fee', 'UPDATE charge_splits SET fee_cents = -1 WHERE charge_id = $1'],
    ['ck_charge_splits_fee', 'UPDATE charge_splits SET charge_processing_fee = false WHERE charge_id = $1'],
  ])('%s refuses: %s', async (constraint, sql) => {
    const { id } = await charging.paidPix();
    await expect(app.dataSource.query(sql, [id])).rejects.toMatchObject({ constraint });
  });
});
