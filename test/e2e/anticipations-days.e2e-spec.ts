import { randomUUID } from 'node:crypto';
import { PayAnticipationsTask } from '../../src/anticipations/pay/pay-anticipations.task';
import { addDays, BankCalendar, daysBetween, localDay, startOfDay } from '../../src/common/calendar';
import { SettleTask } from '../../src/receivables/settlements/settle.task';
import {
  type Answer,
  eventsOf,
  eventually,
  type JsonBody,
  startService,
  type TestService,
  TimeMachine,
} from '../support';
import { Anticipating } from '../support/anticipations';

let machine: TimeMachine;
let app: TestService;
let bench: Anticipating;

/** It is ten o'clock of a business day. */
beforeAll(async () => {
  machine = await TimeMachine.install();
  app = await startService({ worker: true });
});
beforeEach(async () => {
  await goTo(calendar.nextBusinessDay(addDays(today(), 1)), 10);
  bench = await Anticipating.open(app);
});
afterAll(() => app.stop());

const calendar = new BankCalendar();
const today = () => localDay(machine.now());
const after = (day: string, days = 1) => calendar.nextBusinessDay(addDays(day, days));
const events = async (id: string): Promise<string[]> =>
  (await eventsOf(app.dataSource, id)).map(({ type }) => type);
const outcome = ({ status, body }: Answer): unknown => [status, body?.error];

async function goTo(day: string, hour: number): Promise<void> {
  const ms = startOfDay(day).getTime() + hour * 3_600_000 - machine.now().getTime();
  await machine.advance(ms / 1_000);
}

/** What the worker does each minute, now. */
const pay = async () => {
  await app.worker?.get(PayAnticipationsTask, { strict: false }).run();
};
const settle = () => app.worker?.get(SettleTask, { strict: false }).run();

const is = (id: string, status: string): Promise<JsonBody> =>
  eventually(async () => {
    const anticipation = await bench.read(id);
    expect(anticipation.status).toBe(status);
    return anticipation;
  });

describe('The day of an anticipation (money contract §16)', () => {
  it('from four on is the next business day', async () => {
    await bench.sold();
    await goTo(today(), 16);
    const next = after(today());
    expect((await bench.simulated()).payment_date).toBe(next);
    const asked = await bench.asked();
    expect(asked).toMatchObject({ status: 'approved', payment_date: next });
    await pay();
    expect((await bench.read(asked.id)).status).toBe('approved');
    await goTo(next, 0);
    await pay();
    const paid = await is(asked.id, 'paid');
    expect(paid).toMatchObject({ payment_date: next, fee: asked.fee, payout: asked.payout });
    expect(await bench.balances()).toMatchObject({ waiting_funds: 0, available: asked.payout });
    expect(await events(asked.id)).toEqual(['anticipation.approved', 'anticipation.paid']);
    // What was named for today is paid today, also in the evening.
    await bench.sold();
    await goTo(today(), 20);
    expect((await bench.asked({ payment_date: today() })).status).toBe('paid');
  });

  it('that an outage missed is the day on which it is paid, and costs the days from then on', async () => {
    const chargeId = await bench.sold(30_000, 3);
    const day = after(today());
    // While the wallet is frozen nothing is paid: as if nobody were there to do it.
    const treasurer = (await app.operator({ role: 'treasurer' })).client;
    const asked = await bench.asked({ payment_date: day });
    const wallet = `/v1/review/wallets/${bench.merchant.id}`;
    expect((await treasurer.post(`${wallet}/freeze`, { reason: 'Investigação.' })).status).toBe(200);
    expect(outcome(await bench.payNow(asked.id))).toEqual([409, 'WALLET_FROZEN']);
    await goTo(addDays(day, 5), 12);
    await pay();
    expect(await bench.read(asked.id)).toMatchObject({ status: 'approved', payment_date: day });
    const again = (await app.operator({ role: 'treasurer' })).client;
    expect((await again.post(`${wallet}/unfreeze`, { reason: 'Tudo certo.' })).status).toBe(200);
    await pay();
    const paid = await is(asked.id, 'paid');
    expect(paid.payment_date).toBe(today());
    expect(paid.fee).toBeLessThan(asked.fee);
    const [first] = await bench.items(asked.id);
    const [receivable] = await bench.receivablesOf(chargeId);
    expect(first).toMatchObject({ days: daysBetween(today(), receivable?.due_date) });
    expect(receivable?.anticipation_fee).toBe(first?.fee);
    expect(await bench.balances()).toMatchObject({ available: paid.payout, waiting_funds: 0 });
    expect((await bench.book())['fees:anticipation']).toBe(paid.fee);
  });

  it('does not keep receivables from their own day: what is due leaves one that nobody decided', async () => {
    await bench.agree({ automatic_up_to: 100 });
    const chargeId = await bench.sold(30_000, 3);
    const asked = await bench.asked();
    expect(asked).toMatchObject({ status: 'pending', decided_at: null });
    const [first, second] = await bench.receivablesOf(chargeId);
    await goTo(String(first?.due_date), 1);
    await settle();
    await eventually(async () => expect((await bench.read(asked.id)).count).toBe(2));
    expect(await bench.balances()).toMatchObject({ available: 10_000, waiting_funds: 20_000 });
    expect((await bench.receivablesOf(chargeId))[0]).toMatchObject({
      status: 'settled',
      anticipation_id: null,
    });
    const before = await bench.read(asked.id);
    const approved = (await bench.decide(asked.id, 'approve')).body.data;
    expect(approved).toMatchObject({ status: 'paid', payment_date: today(), amount: 20_000 });
    expect(approved.fee).toBeLessThan(before.fee);
    expect((await bench.items(asked.id))[0]).toMatchObject({
      ...{ receivable_id: second?.id, days: daysBetween(today(), second?.due_date) },
    });
    expect(await events(asked.id)).toEqual([
      ...['anticipation.pending', 'anticipation.approved', 'anticipation.paid'],
    ]);
  });

  it('when all is due by then, nothing is left of it', async () => {
    await bench.agree({ automatic_up_to: 100 });
    const chargeId = await bench.sold(9_000, 1);
    const asked = await bench.asked();
    const [only] = await bench.receivablesOf(chargeId);
    await goTo(String(only?.due_date), 1);
    await settle();
    expect(await is(asked.id, 'cancelled')).toMatchObject({ amount: 0, count: 0 });
    expect(outcome(await bench.decide(asked.id, 'approve'))).toEqual([409, 'INVALID_STATE']);
    expect(await bench.balances()).toMatchObject({ available: 9_000, waiting_funds: 0 });
  });

  it('comes for many at once, and once for each, however many workers there are', async () => {
    for (let sale = 0; sale < 6; sale += 1) await bench.sold(6_000, 2);
    const day = after(today());
    const asked = [];
    for (let one = 0; one < 6; one += 1)
      asked.push(await bench.asked({ payout: 5_000, payment_date: day, external_id: randomUUID() }));
    await goTo(day, 0);
    await Promise.all(Array.from({ length: 4 }, () => pay()));
    const paid = [];
    for (const { id } of asked) paid.push(await is(id as string, 'paid'));
    const payout = paid.reduce((total, one) => Number(total) + Number(one.payout), 0);
    expect(await bench.balances()).toMatchObject({ available: payout });
    for (const { id } of asked)
      expect(await events(id as string)).toEqual(['anticipation.approved', 'anticipation.paid']);
  });
});
