import { SendWithdrawalsTask } from '../../src/withdrawals/send/send-withdrawals.task';
import { eventsOf, eventually, startTasks, useService } from '../support';
import { limits, Payouts } from '../support/payouts';
import { spoil } from '../support/sandbox';

const service = useService({ worker: true });
const AMOUNT = 1_001;
/** What becomes of what goes where, and what of it comes back. */
const FATES = [
  ['paid', 'paid', 0],
  ['failed', 'failed', 0],
  ['returned', 'returned', AMOUNT],
  ['partly-returned', 'partially_returned', 500],
  ['timeout', 'paid', 0],
  ['slow', 'paid', 0],
] as const;
const OF_EACH = 5;

/** What the sandbox's own books say was sent for a withdrawal, under all of its keys. */
const sentFor = (id: string): Promise<{ amount: number; returned: number }[]> =>
  service.dataSource.query(
    `SELECT p.amount_cents::float8 AS amount, p.returned_cents::float8 AS returned
       FROM sandbox_provider.payouts p JOIN provider_calls c ON p.reference = 'pay_' || c.key WHERE c.subject_id = $1`,
    [id],
  );

/** What waits to be asked or sent again is due now. */
async function hurry(): Promise<void> {
  await service.dataSource.query(
    `UPDATE provider_calls SET next_attempt_at = now() WHERE status = 'pending' AND next_attempt_at > now()`,
  );
  await service.dataSource.query(
    `UPDATE withdrawals SET next_attempt_at = now() WHERE status = 'pending' AND next_attempt_at > now()`,
  );
}

const everythingReported = (): Promise<void> =>
  eventually(async () => {
    const [row] = await service.dataSource.query<{ open: number }[]>(
      'SELECT count(*)::int AS open FROM sandbox_provider.payout_returns WHERE delivered_at IS NULL',
    );
    expect(row?.open).toBe(0);
  });

describe('withdrawals whose provider answers late, twice or never (money contract §§ 15 and 21)', () => {
  it('end as it says, are sent once, and lose or double no cent', async () => {
    const start = FATES.length * OF_EACH * AMOUNT;
    const payouts = await Payouts.open(service, start);
    const destinations = new Map<string, string>();
    for (const [name] of FATES) destinations.set(name, await payouts.destination(name));
    await spoil(service, 'pay', 'slow', { times: 3, delayMs: 1_500 });
    await spoil(service, 'pay', 'silent', { times: 5 });
    await spoil(service, 'pay', 'lost', { times: 5 });
    await spoil(service, 'pay', 'busy', { times: 5 });
    await spoil(service, 'payout_returned', 'twice', { times: 4 });
    const asked = await Promise.all(
      FATES.flatMap((fate) =>
        Array.from({ length: OF_EACH }, async () => {
          const destination_id = destinations.get(fate[0]);
          return { fate, id: await payouts.asked({ amount: AMOUNT, destination_id }) };
        }),
      ),
    );
    await eventually(async () => {
      await hurry();
      for (const { fate, id } of asked) expect([id, (await payouts.read(id)).status]).toEqual([id, fate[1]]);
    }, 60_000);
    await everythingReported();
    let left = start;
    for (const { fate, id } of asked) {
      const [, status, back] = fate;
      const sent = status === 'failed' ? [] : [{ amount: AMOUNT, returned: back }];
      expect([id, await sentFor(id)]).toEqual([id, sent]);
      const { amount_returned, returns } = await payouts.read(id);
      expect([amount_returned, returns.length]).toEqual([back, back === 0 ? 0 : 1]);
      const types = (await eventsOf(service.dataSource, id)).map(({ type }) => type);
      const ends = types.filter((type) => !/\.(?:pending|processing)$/.test(type));
      const paid = status === 'failed' ? [] : ['withdrawal.paid'];
      expect(ends).toEqual(status === 'paid' ? paid : [...paid, `withdrawal.${status}`]);
      if (status !== 'failed') left -= AMOUNT - back;
    }
    expect(await payouts.balance()).toMatchObject({ available: left, in_transit: 0 });
    const { body } = await payouts.client.get(`/v1/withdrawals/summary?wallet_id=${payouts.seller}`);
    expect(body.data.total).toMatchObject({ count: asked.length });
  });

  it('what comes back is taken once, told late and twice, by any of several that hear of it', async () => {
    const payouts = await Payouts.open(service);
    await payouts.destination();
    const id = await payouts.asked({ amount: AMOUNT });
    await payouts.is(id, 'paid');
    await spoil(service, 'payout_returned', 'late', { times: 2, delayMs: 500 });
    await spoil(service, 'payout_returned', 'twice', { times: 3 });
    const back = (amount: number) => payouts.client.post(`/v1/sandbox/withdrawals/${id}/return`, { amount });
    const answers = await Promise.all([back(400), back(300), back(301), back(1)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 409]);
    await everythingReported();
    const [sent] = await sentFor(id);
    const { amount_returned, returns } = await payouts.read(id);
    expect([amount_returned, returns.length]).toEqual([sent?.returned, 3]);
    expect(await payouts.balance()).toMatchObject({
      available: 10_000 - AMOUNT + (sent?.returned ?? 0),
      in_transit: 0,
    });
  });
});

describe('withdrawals that several workers find at once (money contract §15)', () => {
  it('are each handed over once', async () => {
    const payouts = await Payouts.open(service, 20_000);
    await payouts.destination();
    await payouts.agree(limits({ review_above: 500 }));
    const ids = await Promise.all(Array.from({ length: 20 }, () => payouts.asked()));
    const treasurer = (await service.operator({ role: 'treasurer' })).client;
    const wallet = `/v1/review/wallets/${payouts.seller}`;
    const due = (inSeconds: number): Promise<unknown> =>
      service.dataSource.query(
        `UPDATE withdrawals SET next_attempt_at = now() + make_interval(secs => $2)
          WHERE id = ANY ($1::uuid[]) AND status = 'pending'`,
        [ids, inSeconds],
      );
    // Behind a frozen wallet all of them wait, until everybody may have them at the same moment.
    await treasurer.post(`${wallet}/freeze`, { reason: 'Investigação.' });
    for (const id of ids)
      expect((await treasurer.post(`/v1/review/withdrawals/${id}/approve`)).status).toBe(200);
    await due(3_600);
    await treasurer.post(`${wallet}/unfreeze`, { reason: 'Tudo certo.' });
    const others = await Promise.all([startTasks(service.config), startTasks(service.config)]);
    try {
      for (const id of ids) expect((await payouts.read(id)).status).toBe('pending');
      await due(0);
      const tasks = others.map((worker) => worker.get(SendWithdrawalsTask, { strict: false }));
      await Promise.all([...tasks, ...tasks, ...tasks].map((task) => task.run()));
    } finally {
      await Promise.all(others.map((worker) => worker.close()));
    }
    for (const id of ids) {
      await payouts.is(id, 'paid');
      const calls = await service.dataSource.query<unknown[]>(
        'SELECT 1 FROM provider_calls WHERE subject_id = $1',
        [id],
      );
      expect([calls.length, await sentFor(id)]).toEqual([1, [{ amount: 1_000, returned: 0 }]]);
    }
    expect(await payouts.balance()).toMatchObject({ available: 0, in_transit: 0 });
  });
});
