import { randomUUID } from 'node:crypto';
import { ReceiveNotificationUseCase } from '../../src/providers/inbound/receive-notification.use-case';
import { SANDBOX_ACCOUNT_ID, toRawNotification } from '../../src/providers/sandbox/sandbox-notification';
import { SandboxRepository, type SandboxNotification } from '../../src/providers/sandbox/sandbox.repository';
import { eventually, startService, type TestService } from '../support';
import { Disputing } from '../support/disputes';

let app: TestService;
let at: Disputing;

beforeAll(async () => {
  app = await startService({ worker: true });
});
beforeEach(async () => {
  at = await Disputing.begin(app);
});
afterAll(() => app.stop());

const ROUNDS = 6;
const rounds = Array.from({ length: ROUNDS }, (_, index) => index);

/** What the institution tells of a charge's payment, by the door of its account, as often as it is called. */
async function notify(
  chargeId: string,
  kind: SandboxNotification['kind'],
  body: Partial<SandboxNotification['body']> = {},
): Promise<void> {
  const [charge] = await app.dataSource.query<{ reference: string }[]>(
    'SELECT provider_reference AS reference FROM charges WHERE id = $1',
    [chargeId],
  );
  const secret = await app.api.get(SandboxRepository, { strict: false }).getSecret();
  const about = { reference: charge?.reference ?? '', accountId: SANDBOX_ACCOUNT_ID, amountCents: 3_000 };
  const notification = {
    id: randomUUID(),
    kind,
    ...about,
    body: { at: '2026-11-20T12:00:00.000Z', ...body },
  };
  const receive = app.api.get(ReceiveNotificationUseCase, { strict: false });
  await receive.execute(SANDBOX_ACCOUNT_ID, toRawNotification(notification, secret));
}

async function taken(): Promise<void> {
  await eventually(async () => {
    const left = await app.dataSource.query<unknown[]>(
      `SELECT 1 FROM provider_notifications WHERE status = 'pending'`,
    );
    expect(left).toEqual([]);
  }, 20_000);
}

describe('Races of a dispute: exactly one effect, and the books hold', () => {
  it.each(['chargeback', 'pix_return'] as const)(
    '%s: won and lost at once, asked of the sandbox',
    async (kind) => {
      for (const _ of rounds) {
        const charge = await at.paidPix({ amount: 3_000 });
        const { id } = await at.opened(charge, kind);
        const answers = await Promise.all([at.decide(id, 'win'), at.decide(id, 'lose')]);
        expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
        const { status } = await at.read(id);
        expect(await at.eventsOf(id)).toEqual(['dispute.open', `dispute.${status}`]);
        expect((await at.charging.read(charge)).status).toBe(status === 'won' ? 'captured' : 'chargeback');
      }
    },
  );

  it.each(['chargeback', 'pix_return'] as const)(
    '%s: won and lost at once, told by the provider: the first stays',
    async (kind) => {
      for (const _ of rounds) {
        const charge = await at.paidPix({ amount: 3_000 });
        const { id } = await at.opened(charge, kind);
        await Promise.all([
          notify(charge, 'dispute_won'),
          notify(charge, 'dispute_lost', { amount: 3_000 }),
          notify(charge, 'dispute_won'),
        ]);
        await taken();
        const { status, debited_amount } = await at.read(id);
        expect(debited_amount).toBe(status === 'won' ? 0 : 3_000);
        expect(await at.eventsOf(id)).toEqual(['dispute.open', `dispute.${status}`]);
      }
    },
  );

  it('opened several times at once: one dispute, one debit', async () => {
    for (const _ of rounds) {
      const charge = await at.paidPix({ amount: 3_000 });
      await Promise.all([
        notify(charge, 'chargeback'),
        notify(charge, 'chargeback'),
        notify(charge, 'chargeback'),
      ]);
      await taken();
      const dispute = await at.of(charge);
      expect(dispute).toMatchObject({ status: 'open', debited_amount: 3_000 });
      expect(await at.postings(dispute.id)).toEqual(['debited']);
      expect((await at.eventsOf(charge)).filter((type) => type === 'charge.chargeback')).toHaveLength(1);
    }
    expect(await at.balances()).toMatchObject({ available: 0, debt: 0 });
  });

  it('an outcome that is told before its dispute waits for it', async () => {
    const charge = await at.paidPix({ amount: 3_000 });
    await notify(charge, 'dispute_won');
    expect((await at.charging.read(charge)).status).toBe('captured');
    await notify(charge, 'chargeback');
    await taken();
    expect(await at.of(charge)).toMatchObject({ status: 'won' });
    expect((await at.charging.read(charge)).status).toBe('captured');
  });

  it('a dispute against refunds: no cent goes back twice', async () => {
    for (const index of rounds) {
      const charge = await at.paidPix({ amount: 3_000, split_rules: at.halves() });
      const kind = index % 2 === 0 ? 'chargeback' : 'pix_return';
      const refund = () => at.client.post(`/v1/charges/${charge}/refund`, { amount: 1_000 });
      const [, ...refunds] = await Promise.all([at.dispute(charge, kind), refund(), refund()]);
      // What has no room beside a chargeback its provider refuses: that is of the dispute then.
      const begun = refunds.filter(({ status }) => status === 201 || status === 202);
      const refunded = begun.filter(({ body }) => body.data.status !== 'failed').length * 1_000;
      const refusals = refunds.filter(({ status }) => status === 409).map(({ body }) => body.error);
      expect(refusals.every((error) => ['DISPUTE_OPEN', 'INVALID_STATE'].includes(error))).toBe(true);
      const dispute = await at.of(charge);
      expect(dispute.amount).toBe(3_000 - refunded);
      await at.decided(dispute.id, index < 3 ? 'win' : 'lose');
    }
    for (const wallet of [at.merchant.id, at.seller])
      expect(await at.balances(wallet)).toMatchObject({ blocked: 0, in_transit: 0, debt: 0 });
  });

  it('a dispute against the settlement of what it takes: each receivable once', async () => {
    for (const index of rounds) {
      const charge = await at.paidCard({ amount: 3_000 }, 3);
      const [disputed, settled] = await Promise.all([at.dispute(charge), at.settle(100)]);
      expect([disputed.status, settled.status]).toEqual([200, 200]);
      const dispute = await at.of(charge);
      expect(dispute.debited_amount).toBe(3_000);
      if (index % 2 === 0) {
        await Promise.all([at.decided(dispute.id, 'win'), at.settle(100)]);
        await at.settle(100);
      }
    }
    await at.settle(100);
    // Three are won, three stand.
    const { available = 0, waiting_funds, debt = 0 } = await at.balances();
    expect([available + debt, waiting_funds]).toEqual([9_000, 0]);
  });

  it('twelve disputes of one wallet at once, of all that it has available', async () => {
    const charges = await Promise.all(
      rounds.flatMap(() => [at.paidPix({ amount: 1_000 }), at.paidPix({ amount: 1_000 })]),
    );
    const spent = await at.paidCard({ amount: 6_000 });
    await at.settle(100);
    await at.client.post(`/v1/charges/${spent}/refund`, { amount: 6_000 });
    const answers = await Promise.all(charges.map((id) => at.dispute(id, 'pix_return')));
    expect(answers.map(({ status }) => status)).toEqual(charges.map(() => 200));
    expect(await at.balances()).toMatchObject({ available: 0, blocked: 12_000 });
    const disputes = await Promise.all(charges.map((id) => at.of(id)));
    await Promise.all(disputes.map(({ id }, index) => at.decided(id, index % 2 === 0 ? 'win' : 'lose')));
    expect(await at.balances()).toMatchObject({ available: 6_000, blocked: 0, debt: 0 });
  });

  it('contest and accept at once: one of them is told to the provider', async () => {
    for (const _ of rounds) {
      const { id } = await at.opened(await at.paidPix({ amount: 3_000 }));
      const answers = await Promise.all([
        at.client.post(`/v1/disputes/${id}/contest`, { statement: 'Delivered.' }),
        at.client.post(`/v1/disputes/${id}/accept`),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      const calls = await app.dataSource.query<unknown[]>(
        'SELECT 1 FROM provider_calls WHERE subject_id = $1',
        [id],
      );
      expect(calls).toHaveLength(1);
    }
  });
});
