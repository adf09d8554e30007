import { randomUUID } from 'node:crypto';
import { addDays, BankCalendar, localDay, startOfDay } from '../../src/common/calendar';
import { Metrics } from '../../src/common/metrics';
import { eventsOf, eventually, type JsonBody, TimeMachine } from '../support';
import { PayoutBanking } from '../support/payout-bank';
import type { Payouts } from '../support/payouts';
import { park } from '../support/sandbox';

let machine: TimeMachine;
let banking: PayoutBanking;
let payouts: Payouts;
let accountId: string;

beforeAll(async () => {
  machine = await TimeMachine.install();
  banking = await PayoutBanking.start();
});
/** It is ten o'clock of a business day. */
beforeEach(async () => {
  const day = new BankCalendar().nextBusinessDay(addDays(localDay(machine.now()), 1));
  await machine.advance((startOfDay(day).getTime() + 10 * 3_600_000 - machine.now().getTime()) / 1_000);
  ({ payouts, accountId } = await banking.open());
  await payouts.destination('', '12345');
});
afterAll(() => banking.stop());

/** One that the bank has in hand; nobody asks it about it within the hour. */
async function pending(): Promise<{ id: string; key: string; reference: string }> {
  banking.bank.next.push('pending');
  const id = await payouts.asked();
  await payouts.is(id, 'processing');
  await eventually(async () => {
    const [call] = await callsOf(id);
    expect(call).toMatchObject({ status: 'pending', known: 1 });
  });
  await park(banking.app);
  return { id, ...banking.bank.last };
}

/** Each time that the bank was asked to send it, and by how many names of its own it is known. */
const callsOf = (id: string): Promise<{ key: string; status: string; known: number }[]> =>
  banking.app.dataSource.query(
    `SELECT key, status,
            (SELECT count(*)::int FROM provider_references r WHERE r.subject_id = c.subject_id) AS known
       FROM provider_calls c WHERE subject_id = $1 ORDER BY created_at`,
    [id],
  );

const events = async (id: string): Promise<string[]> =>
  (await eventsOf(banking.app.dataSource, id)).map(({ type }) => type.replace('withdrawal.', ''));

const paid = (reference: string) =>
  ({ kind: 'payout_paid', reference, endToEndId: 'E-of-the-notification', authentication: 'TOLD' }) as const;
const failed = (reference: string, code = 'account_closed') =>
  ({ kind: 'payout_failed', reference, code }) as const;

describe('What the institution tells of its own accord of a withdrawal (money contract §15)', () => {
  it('that it failed: it is asked about at once, and fails as it says then', async () => {
    const { id, key, reference } = await pending();
    banking.bank.decide(key, 'refused', 'account_closed');
    expect((await payouts.read(id)).status).toBe('processing');
    expect(await banking.tell(accountId, [failed(reference, 'bank_unavailable')])).toBe(204);
    const ended = await payouts.is(id, 'failed');
    // The code is that of the look-up, not that of the notification.
    expect(ended).toMatchObject({ failure: { code: 'account_closed' }, paid_at: null });
    expect(ended.destination).toMatchObject({ status: 'disabled' });
    expect(await payouts.balance()).toMatchObject({ available: 10_000, in_transit: 0 });
    expect(banking.bank.lookedUp).toContain(key);
    expect(await events(id)).toEqual(['pending', 'processing', 'failed']);
  });

  it('that it was paid: it is asked about at once, and the proof is that of the look-up', async () => {
    const { id, key, reference } = await pending();
    banking.bank.decide(key, 'paid');
    expect(await banking.tell(accountId, [paid(reference)])).toBe(204);
    expect(await payouts.is(id, 'paid')).toMatchObject({
      ...{ end_to_end_id: null, authentication: expect.stringMatching(/^AUT/), failure: null },
    });
    expect(await payouts.balance()).toMatchObject({ available: 9_000, in_transit: 0 });
    expect(await events(id)).toEqual(['pending', 'processing', 'paid']);
  });

  it.each([
    ['that it failed, of what was paid', failed, 'paid', 'paid', 9_000],
    ['that it was paid, of what was refused', paid, 'refused', 'failed', 10_000],
  ] as const)('%s: what it says when it is asked counts', async (_, reported, fate, status, available) => {
    const { id, key, reference } = await pending();
    banking.bank.decide(key, fate, 'bank_unavailable');
    await banking.tell(accountId, [reported(reference)]);
    await payouts.is(id, status);
    expect(await payouts.balance()).toMatchObject({ available, in_transit: 0 });
    expect(await events(id)).toEqual(['pending', 'processing', status]);
  });

  it.each([
    ['was paid', paid],
    ['failed', failed],
  ] as const)(
    'that it %s, of what it still has in hand: it stays processing, and its money held',
    async (_, reported) => {
      const { id, key, reference } = await pending();
      const asked = () => banking.bank.lookedUp.filter((one) => one === key).length;
      const before = asked();
      await banking.tell(accountId, [reported(reference)]);
      await eventually(() => expect(asked()).toBeGreaterThan(before));
      expect(await callsOf(id)).toMatchObject([{ status: 'pending' }]);
      expect(await payouts.read(id)).toMatchObject({ status: 'processing', failure: null, paid_at: null });
      expect(await payouts.balance()).toMatchObject({ available: 9_000, in_transit: 1_000 });
      expect(banking.bank.sent.filter((one) => one.key === key)).toHaveLength(1);
      banking.bank.decide(key, 'paid');
      await payouts.hurry(id);
      await payouts.is(id, 'paid');
    },
  );

  it('while it is being asked, and says what was so before: it is asked once more at once', async () => {
    const { id, key, reference } = await pending();
    const before = banking.bank.lookedUp.length;
    let release = (): void => undefined;
    banking.bank.held = new Promise((resolve) => (release = resolve));
    try {
      await payouts.hurry(id);
      await eventually(() => expect(banking.bank.lookedUp.length).toBe(before + 1));
      banking.bank.decide(key, 'paid');
      expect(await banking.tell(accountId, [paid(reference)])).toBe(204);
    } finally {
      banking.bank.held = null;
      release();
    }
    await payouts.is(id, 'paid');
  });

  it('that it failed for reasons of ours: it waits for the provider, and is sent under the next key', async () => {
    const { id, key, reference } = await pending();
    banking.bank.decide(key, 'busy', 'no_balance');
    await banking.tell(accountId, [failed(reference, 'no_balance')]);
    const waiting = await payouts.is(id, 'pending');
    expect(waiting).toMatchObject({ waiting_for: 'provider', failure: null });
    expect(await payouts.balance()).toMatchObject({ available: 9_000, in_transit: 1_000 });
    await machine.advance(61);
    await payouts.is(id, 'paid');
    const keys = (await callsOf(id)).map((call) => [call.key, call.status]);
    expect(keys).toEqual([
      [`${id}:1`, 'failed'],
      [`${id}:2`, 'succeeded'],
    ]);
    expect([key, banking.bank.last.key]).toEqual([`${id}:1`, `${id}:2`]);
  });

  it('twice, by the same name or another, and after its end: it changes nothing more', async () => {
    const { id, key, reference } = await pending();
    banking.bank.decide(key, 'paid');
    const name = randomUUID();
    for (const notificationId of [name, name, randomUUID()])
      expect(await banking.tell(accountId, [paid(reference), paid(reference)], notificationId)).toBe(204);
    const ended = await payouts.is(id, 'paid');
    banking.bank.decide(key, 'refused', 'account_closed');
    for (const item of [failed(reference), paid(reference)])
      expect(await banking.tell(accountId, [item])).toBe(204);
    const rows = await banking.app.dataSource.query<{ status: string }[]>(
      'SELECT status FROM provider_notifications WHERE account_id = $1',
      [accountId],
    );
    expect(rows.map(({ status }) => status)).toEqual(Array<string>(4).fill('processed'));
    expect(await payouts.read(id)).toEqual(ended);
    expect(await events(id)).toEqual(['pending', 'processing', 'paid']);
    expect(await payouts.balance()).toMatchObject({ available: 9_000, in_transit: 0 });
  });
});

describe('An outcome that nobody knows (money contract §15, Unknown outcomes)', () => {
  const MINUTE = 60;

  async function measured(): Promise<{ unanswered: number; oldestSeconds: number }> {
    const text = await banking.app.worker?.get(Metrics, { strict: false }).registry.metrics();
    const value = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text ?? '')?.[1]);
    return {
      unanswered: value('repasse_withdrawals_unanswered'),
      oldestSeconds: value('repasse_withdrawals_processing_oldest_seconds'),
    };
  }

  /** The row of the desk, as whoever may look at it has it. */
  async function shown(): Promise<JsonBody[]> {
    const { client } = await banking.app.operator({ role: 'viewer' });
    const { status, body } = await client.get('/v1/review/withdrawals?attention=unanswered');
    expect(status).toBe(200);
    return body.data as JsonBody[];
  }

  it.each(['pending', 'silent'] as const)(
    'is counted and shown after an hour, not before, and never fails by itself (%s)',
    async (how) => {
      const { id, key } = await pending();
      const other = await payouts.asked({ amount: 500 });
      await payouts.is(other, 'paid');
      if (how === 'silent') banking.bank.isSilent = true;
      await machine.advance(58 * MINUTE);
      expect([await measured(), await shown()]).toMatchObject([{ unanswered: 0 }, []]);
      await machine.advance(3 * MINUTE);
      expect(await measured()).toMatchObject({ unanswered: 1 });
      expect((await measured()).oldestSeconds).toBeGreaterThan(3_600);
      expect(await shown()).toMatchObject([
        { id, status: 'processing', merchant_id: payouts.bench.merchant.id, amount: 1_000, failure: null },
      ]);
      // Two days later it is as it was: asked about, and neither failed nor sent again.
      await machine.advance(2 * 24 * 60 * MINUTE);
      await eventually(() => expect(banking.bank.lookedUp).toContain(key));
      expect(await payouts.read(id)).toMatchObject({ status: 'processing', failure: null });
      expect(await payouts.balance()).toMatchObject({ available: 8_500, in_transit: 1_000 });
      expect(banking.bank.sent.filter((one) => one.key === key)).toHaveLength(1);
      banking.bank.isSilent = false;
      banking.bank.decide(key, 'paid');
      await eventually(async () => {
        await payouts.hurry(id);
        expect((await payouts.read(id)).status).toBe('paid');
      });
      expect([await measured(), await shown()]).toEqual([{ unanswered: 0, oldestSeconds: 0 }, []]);
    },
  );
});
