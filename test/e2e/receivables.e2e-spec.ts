import { addDays, BankCalendar, localDay, startOfDay } from '../../src/common/calendar';
import { SettleTask } from '../../src/receivables/settlements/settle.task';
import {
  eventually,
  type JsonBody,
  MoneyBench,
  startService,
  type TestService,
  TimeMachine,
} from '../support';
import { boletoBody } from '../support/charges';

let machine: TimeMachine;
let app: TestService;
let bench: MoneyBench;

const calendar = new BankCalendar();

beforeAll(async () => {
  machine = await TimeMachine.install();
  app = await startService({ worker: true });
});
// Whoever agrees on terms has a session of each test: the time that a test lets pass ends the one before.
beforeEach(async () => (bench = await MoneyBench.open(app)));
afterAll(() => app.stop());

const today = () => localDay(machine.now());

describe('A capture and its receivables (money contract §§ 11 and 14)', () => {
  it('a pix settles at once: one receivable, settled, without a settlement', async () => {
    const { id } = await bench.charging.paidPix();
    const [receivable, ...others] = await bench.receivablesOf(id);
    expect(others).toEqual([]);
    expect(receivable).toEqual({
      id: expect.any(String),
      wallet_id: bench.merchant.id,
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
    expect((await bench.merchant.client.get(`/v1/receivables/${receivable?.id}`)).body.data).toEqual(
      receivable,
    );
    expect(await bench.balances()).toMatchObject({ available: 10_000, waiting_funds: 0 });
    expect(await bench.book()).toEqual({ 'clearing:sandbox': -10_000 });
  });

  it('a card in instalments: parts and fees sum, the first ones get the cents that are left, each due on its day', async () => {
    await bench.agree({ processing: [{ payment_method: 'credit_card', percentage: 4.99, fixed: 39 }] });
    const charge = await bench.capturedCard(
      {
        amount: 10_001,
        split_rules: [
          { recipient_id: bench.merchant.id, percentage: 10, charge_processing_fee: true },
          { recipient_id: bench.seller, percentage: 90 },
        ],
      },
      { installments: 3 },
    );
    const found = await bench.receivablesOf(charge.id);
    const of = (walletId: string) => found.filter(({ wallet_id }) => wallet_id === walletId);
    expect(of(bench.merchant.id).map(({ amount, fee, net }) => [amount, fee, net])).toEqual([
      [334, 180, 154],
      [334, 179, 155],
      [333, 179, 154],
    ]);
    expect(of(bench.seller).map(({ amount, fee }) => [amount, fee])).toEqual([
      [3_000, 0],
      [3_000, 0],
      [3_000, 0],
    ]);
    const day = localDay(new Date(charge.captured_at));
    expect(of(bench.seller).map(({ due_date }) => due_date)).toEqual(
      [30, 60, 90].map((days) => calendar.nextBusinessDay(addDays(day, days))),
    );
    expect(
      new Set(found.map(({ arrangement, brand, status }) => [arrangement, brand, status].join())),
    ).toEqual(new Set(['VCC,visa,waiting_funds']));
    expect(await bench.balances(bench.seller)).toMatchObject({ waiting_funds: 9_000, available: 0 });
    expect(await bench.balances()).toMatchObject({ waiting_funds: 463, available: 0 });
    expect(await bench.book()).toEqual({
      'clearing:sandbox': -10_001,
      'fees:processing': 538,
    });
  });

  it('a fee above its payers is a debt: the receivable is worth nothing and settles on its day', async () => {
    await bench.agree({ processing: [{ payment_method: 'boleto', fixed: 349 }] });
    const { id } = await bench.charging.create(boletoBody({ amount: 101 }));
    await bench.merchant.client.post(`/v1/sandbox/charges/${id}/pay`);
    const [receivable] = await bench.receivablesOf(id);
    expect(receivable).toMatchObject({ amount: 101, fee: 101, net: 0, status: 'waiting_funds' });
    expect(await bench.balances()).toMatchObject({ waiting_funds: 0, debt: -248 });
    const events = await app.dataSource.query<{ type: string }[]>(
      `SELECT type FROM outbox_events WHERE merchant_id = $1 AND type LIKE 'wallet.%'`,
      [bench.merchant.id],
    );
    expect(events).toEqual([{ type: 'wallet.debt_opened' }]);
    expect((await bench.settle(addDays(today(), 10))).status).toBe(200);
    expect((await bench.receivablesOf(id))[0]).toMatchObject({ status: 'settled', net: 0 });
    expect(await bench.balances()).toMatchObject({ available: 0, debt: -248 });
  });

  it('what part of a capture nobody gets has no receivable', async () => {
    const { id } = await bench.charging.paidPix({
      amount: 1,
      split_rules: [
        { recipient_id: bench.merchant.id, percentage: 50 },
        { recipient_id: bench.seller, percentage: 50 },
      ],
    });
    expect(await bench.receivablesOf(id)).toEqual([
      expect.objectContaining({ wallet_id: bench.merchant.id, amount: 1 }),
    ]);
  });
});

describe('Settlement (money contract §14)', () => {
  it('due receivables become available together: one settlement a wallet and day, an event, entries in the books', async () => {
    const charge = await bench.capturedCard(
      { amount: 9_000, split_rules: [{ recipient_id: bench.seller, percentage: 100 }] },
      { installments: 2 },
    );
    await bench.capturedCard({
      amount: 1_000,
      split_rules: [{ recipient_id: bench.seller, percentage: 100 }],
    });
    const [first] = await bench.receivablesOf(charge.id);
    const wallet = await bench.merchant.client.get(`/v1/wallets/${bench.seller}`);
    expect(wallet.body.data).toMatchObject({
      balance: { waiting_funds: 10_000, available: 0 },
      next_settlement: { due_date: first?.due_date, amount: 5_500 },
    });
    const answer = await bench.settle(first?.due_date);
    expect([answer.status, answer.body.data]).toEqual([
      200,
      { until_date: first?.due_date, settlements: 1, receivables: 2, amount: 5_500 },
    ]);
    expect(await bench.balances(bench.seller)).toMatchObject({ available: 5_500, waiting_funds: 4_500 });
    const settlements = (
      await bench.merchant.client.get(`/v1/receivables/settlements?wallet_id=${bench.seller}`)
    ).body.data;
    expect(settlements).toEqual([
      {
        id: expect.any(String),
        wallet_id: bench.seller,
        due_date: first?.due_date,
        count: 2,
        amount: 5_500,
        reserve: 0,
        created_at: expect.any(String),
      },
    ]);
    const [{ id }] = settlements;
    expect((await bench.merchant.client.get(`/v1/receivables/settlements/${id}`)).body.data).toEqual(
      settlements[0],
    );
    const others = (await app.merchant()).client;
    expect((await others.get(`/v1/receivables/settlements/${id}`)).status).toBe(404);
    const events = await app.dataSource.query<{ type: string; payload: string }[]>(
      'SELECT type, payload FROM outbox_events WHERE resource_id = $1',
      [id],
    );
    expect(events.map(({ type }) => type)).toEqual(['settlement.completed']);
    expect(JSON.parse(events[0]!.payload)).toEqual({ settlement: settlements[0] });
    expect(await bench.receivables(`&settlement_id=${id}`)).toHaveLength(2);
    const [settled, waiting] = await bench.receivablesOf(charge.id);
    expect(settled).toMatchObject({ status: 'settled', settlement_id: id, version: 2 });
    expect(waiting).toMatchObject({ status: 'waiting_funds', settlement_id: null, settled_at: null });
  });

  it('the job settles from midnight of the due date on, not before, and catches up', async () => {
    const charge = await bench.capturedCard({}, { installments: 2 });
    const [first, second] = await bench.receivablesOf(charge.id);
    const task = app.worker!.get(SettleTask, { strict: false });
    await task.run();
    expect((await bench.receivablesOf(charge.id)).map(({ status }) => status)).toEqual([
      'waiting_funds',
      'waiting_funds',
    ]);
    // To a minute before midnight of the first due date, and a minute past it: the day is America/Sao_Paulo's.
    const untilDue = (startOfDay(first?.due_date).getTime() - machine.now().getTime()) / 1_000;
    await machine.advance(untilDue - 60);
    await task.run();
    expect((await bench.receivablesOf(charge.id)).map(({ status }) => status)).toEqual([
      'waiting_funds',
      'waiting_funds',
    ]);
    await machine.advance(120);
    await eventually(async () => {
      await task.run();
      expect((await bench.receivablesOf(charge.id)).map(({ status }) => status)).toEqual([
        'settled',
        'waiting_funds',
      ]);
    });
    // Days later than the second: what an outage missed.
    await machine.advance(40 * 86_400);
    await eventually(async () => {
      await task.run();
      expect((await bench.receivablesOf(charge.id)).map(({ status }) => status)).toEqual([
        'settled',
        'settled',
      ]);
    });
    const settlements = (await bench.merchant.client.get('/v1/receivables/settlements')).body
      .data as JsonBody[];
    expect(settlements.map(({ due_date }) => due_date).sort()).toEqual([first?.due_date, second?.due_date]);
  });

  it('each receivable once, however many settle at the same time', async () => {
    await Promise.all(Array.from({ length: 12 }, () => bench.capturedCard({ amount: 1_000 })));
    const until = addDays(today(), 40);
    const answers = await Promise.all(Array.from({ length: 8 }, () => bench.settle(until)));
    const sum = (of: string) => answers.reduce((total, { body }) => total + Number(body.data[of]), 0);
    expect([sum('receivables'), sum('amount')]).toEqual([12, 12_000]);
    expect(await bench.balances()).toMatchObject({ available: 12_000, waiting_funds: 0 });
  });

  it('the sandbox alone settles early, a day is a day, and a repeated key answers the same', async () => {
    await bench.capturedCard();
    const key = { 'idempotency-key': 'early' };
    const [first, second] = [
      await bench.settle(addDays(today(), 40), key),
      await bench.settle(addDays(today(), 40), key),
    ];
    expect(second.body).toEqual(first.body);
    expect(second.headers['idempotent-replayed']).toBe('true');
    expect((await bench.settle('2026-02-30')).body.details).toEqual([
      expect.objectContaining({ field: 'until_date', code: 'invalid_date' }),
    ]);
    const live = await app.merchant({ mode: 'live' });
    const refused = await live.client.post('/v1/sandbox/receivables/settle', { until_date: today() });
    expect(refused.status).toBe(404);
  });

  it('what is held back of what becomes available goes to the reserve, and comes back on its day', async () => {
    await bench.agree({
      reserve: [
        { payment_method: 'pix', percentage: 10, days: 5 },
        { payment_method: 'credit_card', percentage: 2.5, days: 20 },
      ],
    });
    await bench.charging.paidPix({ amount: 1_005 });
    // Half to even of 100.5.
    expect(await bench.balances()).toMatchObject({ available: 905, reserve: 100 });
    const charge = await bench.capturedCard({ amount: 10_000 });
    const [{ due_date: due }] = (await bench.receivablesOf(charge.id)) as [JsonBody];
    await bench.settle(due);
    expect(await bench.balances()).toMatchObject({ available: 905 + 9_750 + 100, reserve: 250 });
    await bench.settle(addDays(due, 19));
    expect(await bench.balances()).toMatchObject({ reserve: 250 });
    await Promise.all([
      bench.settle(addDays(due, 20)),
      bench.settle(addDays(due, 20)),
      bench.settle(addDays(due, 20)),
    ]);
    expect(await bench.balances()).toMatchObject({ available: 11_005, reserve: 0 });
    const [settlement] = (await bench.merchant.client.get('/v1/receivables/settlements')).body.data;
    expect(settlement).toMatchObject({ amount: 10_000, reserve: 250 });
  });
});
