import { addDays, BankCalendar, localDay, startOfDay } from '../../src/common/calendar';
import { SendWithdrawalsTask } from '../../src/withdrawals/send/send-withdrawals.task';
import { eventually, type JsonBody, TimeMachine } from '../support';
import { PayoutBanking } from '../support/payout-bank';
import type { Payouts } from '../support/payouts';

let machine: TimeMachine;
let banking: PayoutBanking;
let payouts: Payouts;
let account: string;

/** A business day of which nothing has passed yet. */
let day: string;

beforeAll(async () => {
  machine = await TimeMachine.install();
  banking = await PayoutBanking.start();
});
beforeEach(async () => {
  day = after(localDay(machine.now()));
  await goTo(day, '00:10');
  await begin();
});
afterAll(() => banking.stop());

const calendar = new BankCalendar();
const after = (on: string): string => calendar.nextBusinessDay(addDays(on, 1));

async function begin(): Promise<void> {
  ({ payouts } = await banking.open());
  await payouts.agree({
    withdrawal: [
      { method: 'ted', fixed: 350 },
      { method: 'pix', fixed: 25 },
    ],
  });
  account = await payouts.destination('', '12345');
}

/** A moment of a day in America/Sao_Paulo. */
function at(on: string, time: string): Date {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return new Date(startOfDay(on).getTime() + (hours * 60 + minutes) * 60_000);
}

async function goTo(on: string, time: string): Promise<void> {
  await machine.advance((at(on, time).getTime() - machine.now().getTime()) / 1_000);
}

/** What the worker does each second, now. */
const send = () => banking.app.worker?.get(SendWithdrawalsTask, { strict: false }).run();

/** It is asked for, and waits: the bank is told of nothing. */
async function waits(): Promise<string> {
  const sentBefore = banking.bank.sent.length;
  const id = await payouts.asked({ destination_id: account });
  await eventually(async () => {
    expect(await payouts.read(id)).toMatchObject({ status: 'pending', waiting_for: 'window', method: 'ted' });
  });
  expect(await payouts.balance()).toMatchObject({ available: 10_000 - 1_350, in_transit: 1_350 });
  expect(banking.bank.sent).toHaveLength(sentBefore);
  return id;
}

/** A minute before a moment it waits still; from then on it is sent. */
async function isSentFrom(id: string, on: string, time: string): Promise<JsonBody> {
  await machine.advance((at(on, time).getTime() - 60_000 - machine.now().getTime()) / 1_000);
  await send();
  expect(await payouts.read(id)).toMatchObject({ status: 'pending', waiting_for: 'window', sent_at: null });
  await goTo(on, time);
  const paid = await payouts.is(id, 'paid');
  expect(paid).toMatchObject({ method: 'ted', waiting_for: null, fee: 350, total: 1_350 });
  expect(new Date(paid.sent_at as string) >= at(on, time)).toBe(true);
  return paid;
}

/** What the bank was asked to send last. */
const sent = (): unknown => banking.bank.sent.at(-1)?.request;

describe('A bank account at a provider that reaches none by pix (money contract §15, Method)', () => {
  it('goes by ted: within the hours at once, for what a ted costs, and with its own proof', async () => {
    await goTo(day, '12:00');
    const { status, body } = await payouts.ask({ destination_id: account });
    expect([status, body.data]).toMatchObject([
      201,
      { status: 'pending', waiting_for: null, method: 'ted', fee: 350, total: 1_350 },
    ]);
    const paid = await payouts.is(body.data.id as string, 'paid');
    expect(paid).toMatchObject({ method: 'ted', end_to_end_id: null, authentication: expect.any(String) });
    expect(sent()).toMatchObject({
      ...{ method: 'ted', amountCents: 1_000 },
      target: { kind: 'bank_account', bankCode: '001', account: '12345', holderTaxId: '52998224725' },
    });
    expect(await payouts.balance()).toMatchObject({ available: 8_650, in_transit: 0 });
    const receipt = await payouts.client.get(`/v1/withdrawals/${String(paid.id)}/receipt`);
    expect([receipt.status, receipt.body.data]).toMatchObject([
      200,
      { amount: 1_000, end_to_end_id: null, authentication: paid.authentication },
    ]);
  });

  it('asked for before 06:30 it waits for the window, and leaves when that opens', async () => {
    await goTo(day, '05:00');
    await isSentFrom(await waits(), day, '06:30');
  });

  it('asked for from 17:00 on it waits for the next day; a minute earlier it leaves', async () => {
    await goTo(day, '16:58');
    const early = await payouts.is(await payouts.asked({ destination_id: account, amount: 100 }), 'paid');
    expect(new Date(early.sent_at as string) < at(day, '17:00')).toBe(true);
    await payouts.bench.move(payouts.seller, 'available', 450);
    await goTo(day, '17:00');
    await isSentFrom(await waits(), after(day), '06:30');
  });

  it('of a Saturday waits for Monday, or for the first business day after it', async () => {
    let friday = day;
    while (new Date(`${friday}T12:00:00Z`).getUTCDay() !== 5) friday = addDays(friday, 1);
    await goTo(addDays(friday, 1), '12:00');
    const id = await waits();
    await goTo(addDays(friday, 2), '12:00');
    await send();
    expect(await payouts.read(id)).toMatchObject({ status: 'pending', waiting_for: 'window' });
    await isSentFrom(id, after(friday), '06:30');
  });

  it('of a bank holiday waits for the next business day', async () => {
    let holiday = day;
    const isWeekend = (on: string) => [0, 6].includes(new Date(`${on}T12:00:00Z`).getUTCDay());
    while (calendar.isBusinessDay(holiday) || isWeekend(holiday)) holiday = addDays(holiday, 1);
    await goTo(holiday, '12:00');
    await begin();
    await isSentFrom(await waits(), after(holiday), '06:30');
  });

  it('can be cancelled while it waits, and never leaves then', async () => {
    const id = await waits();
    const sentBefore = banking.bank.sent.length;
    expect((await payouts.client.post(`/v1/withdrawals/${id}/cancel`)).body.data).toMatchObject({
      status: 'cancelled',
      waiting_for: null,
    });
    expect(await payouts.balance()).toMatchObject({ available: 10_000, in_transit: 0 });
    await goTo(day, '06:30');
    await send();
    expect([(await payouts.read(id)).status, banking.bank.sent.length]).toEqual(['cancelled', sentBefore]);
  });
});

describe('Beside it, at the same provider (money contract §15)', () => {
  it('a Pix key goes by pix at any hour, on any day', async () => {
    const waiting = await waits();
    const destination_id = await payouts.destination('paid');
    const paid = await payouts.is(await payouts.asked({ destination_id }), 'paid');
    expect(paid).toMatchObject({ method: 'pix', fee: 25, total: 1_025 });
    expect(sent()).toMatchObject({ method: 'pix', target: { kind: 'pix_key', key: 'paid@sandbox.example' } });
    expect(await payouts.read(waiting)).toMatchObject({ status: 'pending', waiting_for: 'window' });
    await isSentFrom(waiting, day, '06:30');
  });

  it('the options tell both methods, what each costs and when', async () => {
    const { status, body } = await payouts.client.get(`/v1/withdrawals/options?wallet_id=${payouts.seller}`);
    expect([status, body.data.methods]).toEqual([
      200,
      [
        { method: 'pix', enabled: true, fee: 25, window: null },
        { method: 'ted', enabled: true, fee: 350, window: { opens: '06:30', closes: '17:00' } },
      ],
    ]);
  });

  it('the most that can be asked for leaves what it costs to reach the default destination', async () => {
    const path = `/v1/withdrawals/options?wallet_id=${payouts.seller}`;
    const { withdrawable, maximum } = (await payouts.client.get(path)).body.data;
    expect(maximum).toBe(Number(withdrawable) - 350);
    const { body } = await payouts.ask({ amount: maximum });
    expect(body.data).toMatchObject({ method: 'ted', fee: 350, total: withdrawable });
  });
});
