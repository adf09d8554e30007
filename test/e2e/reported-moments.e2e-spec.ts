import { addDays, BankCalendar, localDay, startOfDay } from '../../src/common/calendar';
import { iso } from '../../src/common';
import { eventually, TimeMachine, type TestService } from '../support';
import type { Bank } from '../support/bank';
import { cardBody, pixBody } from '../support/charges';
import { Disputing } from '../support/disputes';
import { Payouts } from '../support/payouts';
import { Reconciling } from '../support/reconciling';
import { park, spoil, runNow } from '../support/sandbox';
import { referenceOf, TwoProviders } from '../support/two-providers';

let machine: TimeMachine;
let both: TwoProviders;
let app: TestService;
let bank: Bank;

/** It is five to midnight of a business day that another one follows. */
let day: string;

beforeAll(async () => {
  machine = await TimeMachine.install();
  both = await TwoProviders.start();
  ({ app, bank } = both);
});
beforeEach(async () => {
  day = calendar.nextBusinessDay(addDays(localDay(machine.now()), 1));
  await goTo(day, 23 * 60 + 55);
});
afterAll(() => both.stop());

const calendar = new BankCalendar();

async function goTo(on: string, minute: number): Promise<void> {
  const ms = startOfDay(on).getTime() + minute * 60_000 - machine.now().getTime();
  await machine.advance(ms / 1_000);
}

/** Ten past midnight. */
const pastMidnight = () => goTo(addDays(day, 1), 10);

/** When a transaction of the books happened, and the day that it is of. */
async function posted(reference: string): Promise<{ at: Date; day: string }> {
  const [found] = await app.dataSource.query<{ at: Date; day: string }[]>(
    'SELECT occurred_at AS at, effective_date::text AS day FROM ledger_transactions WHERE reference = $1',
    [reference],
  );
  if (found === undefined) throw new Error(`nothing is posted as ${reference}`);
  return found;
}

/** The sandbox has done what it was asked for about these, whether it said so or not. */
async function actedOn(...subjects: string[]): Promise<void> {
  await eventually(async () => {
    const done = await app.dataSource.query<unknown[]>(
      `SELECT FROM provider_calls c JOIN sandbox_provider.requests r USING (key) WHERE c.subject_id = ANY($1)`,
      [subjects],
    );
    expect(done).toHaveLength(subjects.length);
  });
}

describe('When something happened, as the provider tells it (money contract §11, Times)', () => {
  it('a payment of yesterday is of yesterday: captured then, due from then on, and written now', async () => {
    const charge = await both.created();
    const paidAt = new Date(machine.now().getTime() + 30_000);
    await pastMidnight();
    const heardAt = machine.now();
    await both.tell(
      bank.notification([{ boleto: referenceOf(charge), amount: 10_000, paid_at: iso(paidAt) }]),
    );
    const { captured_at, updated_at } = await both.charging.read(charge.id);
    expect([captured_at, new Date(updated_at as string) >= heardAt]).toEqual([iso(paidAt), true]);
    expect(await posted(`charge:${charge.id}:captured`)).toEqual({ at: paidAt, day });
    const { body } = await both.merchant.client.get(`/v1/receivables?charge_id=${charge.id}`);
    // A boleto is due two business days after the day of its capture.
    const due = calendar.nextBusinessDay(addDays(calendar.nextBusinessDay(addDays(day, 1)), 1));
    expect(body.data).toMatchObject([{ captured_at: iso(paidAt), due_date: due }]);
    expect(new Date(body.data[0].created_at as string) >= heardAt).toBe(true);
  });

  it.each([
    ['before its charge there is none: it counts as paid when that was made', -86_400_000],
    ['and none later than now', 86_400_000],
  ])('%s', async (_, offMs) => {
    const charge = await both.created();
    const reportedAt = new Date(machine.now().getTime() + offMs);
    await both.tell(
      bank.notification([{ boleto: referenceOf(charge), amount: 10_000, paid_at: iso(reportedAt) }]),
    );
    const { captured_at, created_at, updated_at } = await both.charging.read(charge.id);
    const at = new Date(captured_at as string);
    if (offMs < 0) expect(captured_at).toBe(created_at);
    expect(at >= new Date(created_at as string) && at <= new Date(updated_at as string)).toBe(true);
  });

  it('a refund is of the day on which the institution made it, however late it is looked up', async () => {
    const charge = await both.created();
    await both.tell(bank.notification([{ boleto: referenceOf(charge), amount: 10_000 }]));
    bank.next.push({ kind: 'refunds', status: 'pending' });
    const path = `/v1/charges/${charge.id}/refund`;
    const { id } = (await both.merchant.client.post(path, { amount: 700 })).body.data as { id: string };
    await park(app);
    const madeAt = machine.now();
    bank.finishPending(madeAt);
    await pastMidnight();
    await runNow(app);
    await eventually(async () => {
      expect(await posted(`refund:${id}:settled`)).toEqual({ at: madeAt, day });
    });
  });

  it('a day whose last minutes we hear of after midnight agrees with the report of its provider', async () => {
    const it = await Disputing.begin(app);
    const { client, charging, merchant } = it;
    const payouts = await Payouts.open(app, 50_000);
    const destination_id = await payouts.destination('timeout');
    const disputed = await it.paidCard({ amount: 3_000 });
    await spoil(app, 'paid', 'late', { delayMs: 600_000 });
    await spoil(app, 'chargeback', 'late', { delayMs: 600_000 });
    const pix = await charging.create(pixBody());
    await client.post(`/v1/sandbox/charges/${pix.id}/pay`);
    await it.dispute(disputed);
    const silent = (await charging.create(cardBody('tok_timeout'))).id as string;
    const withdrawal = await payouts.asked({ amount: 2_000, destination_id });
    await actedOn(silent, withdrawal);
    await park(app);

    await pastMidnight();
    await runNow(app);
    await charging.until(pix.id, 'captured', 20_000);
    await charging.until(silent, 'captured', 20_000);
    await charging.until(disputed, 'chargeback', 20_000);
    await payouts.is(withdrawal, 'paid');
    // What the dispute took is written when we heard of it: whoever reads what has changed since finds it.
    const [taken] = await it.receivablesOf(disputed);
    expect([taken?.net, new Date(taken?.updated_at as string) >= startOfDay(addDays(day, 1))]).toEqual([
      0,
      true,
    ]);

    const desk = new Reconciling(app, await app.operator({ role: 'treasurer' }));
    const mine = async (on: string): Promise<unknown[]> => {
      const { id } = await desk.read(on);
      const items = await desk.items(id);
      const own = items.filter((item) => [merchant.id, payouts.bench.merchant.id].includes(item.merchant_id));
      return own.map(({ type, status }) => [type, status]).sort();
    };
    expect(await mine(day)).toEqual([
      ['dispute', 'matched'],
      ['payment', 'matched'],
      ['payment', 'matched'],
      ['payment', 'matched'],
      ['payout', 'matched'],
    ]);
    expect(await mine(addDays(day, 1))).toEqual([]);
  });
});
