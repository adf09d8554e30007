import { LedgerReader } from '../../src/ledger';
import { type JsonBody, startService, type TestOperator, type TestService } from '../support';
import { cardBody } from '../support/charges';
import { Disputing } from '../support/disputes';
import { spoil, runNow } from '../support/sandbox';

let app: TestService;
let admin: TestOperator;
let at: Disputing;

beforeAll(async () => {
  app = await startService({ worker: true });
  admin = await app.operator({ role: 'admin' });
});
beforeEach(async () => {
  at = await Disputing.begin(app);
});
afterAll(() => app.stop());

async function agree(terms: object): Promise<void> {
  const answer = await admin.client.post('/v1/review/terms', { merchant_id: at.merchant.id, ...terms });
  expect(answer.status).toBe(201);
}

const amount = (from: string, cents: number, rest: object = {}) => ({
  ...{ for: 'amount', from, receivable_id: null, amount: cents, returned_to: null },
  ...rest,
});

describe('A chargeback (money contract §17): debited when it is opened', () => {
  it('the charge is a chargeback from the debit on; the dispute says who bears it, from where, until when', async () => {
    const id = await at.paidPix({ amount: 9_000 });
    const answer = await at.dispute(id);
    expect([answer.status, answer.body.data.status]).toEqual([200, 'chargeback']);
    const dispute = await at.of(id);
    expect(dispute).toEqual({
      ...{ id: expect.any(String), charge_id: id, kind: 'chargeback', status: 'open' },
      ...{ amount: 9_000, blocked_amount: 0, debited_amount: 9_000, fee: 0, version: 1 },
      reason: 'The cardholder does not recognise the payment.',
      bearers: [{ wallet_id: at.merchant.id, amount: 9_000, sources: [amount('available', 9_000)] }],
      ...{ respond_by: expect.any(String), opened_at: expect.any(String), closed_at: null },
    });
    expect(Date.parse(dispute.respond_by)).toBeGreaterThan(Date.parse(dispute.opened_at));
    expect(await at.balances()).toMatchObject({ available: 0, debt: 0 });
    expect(await at.book()).toEqual({ 'clearing:sandbox': 0 });
    expect(await at.eventsOf(dispute.id)).toEqual(['dispute.open']);
    expect(await at.eventsOf(id)).toEqual(['charge.pending', 'charge.captured', 'charge.chargeback']);
    expect(await at.postings(dispute.id)).toEqual(['debited']);
  });

  it('is taken from the waiting receivables of the charge, the latest due first, then available, reserve, debt', async () => {
    await agree({
      reserve: [{ payment_method: 'pix', percentage: 10, days: 30 }],
      processing: [{ payment_method: 'credit_card', percentage: 5 }],
    });
    await at.earns(1_000);
    const id = await at.paidCard({ amount: 6_000 }, 3);
    const [, second, third] = await at.receivablesOf(id);
    expect(await at.balances()).toMatchObject({ available: 900, reserve: 100, waiting_funds: 5_700 });
    const settled = await at.settle(40);
    expect(settled.body.data).toMatchObject({ receivables: 1, amount: 1_900 });
    // The reserve was released with it.
    expect(await at.balances()).toMatchObject({ available: 2_900, reserve: 0 });
    const { bearers } = await at.opened(id);
    expect(bearers[0].sources).toEqual([
      amount('receivable', 1_900, { receivable_id: third?.id }),
      amount('receivable', 1_900, { receivable_id: second?.id }),
      amount('available', 2_200),
    ]);
    expect((await at.receivablesOf(id)).map(({ status, net }) => [status, net])).toEqual([
      ['settled', 1_900],
      ['cancelled', 0],
      ['cancelled', 0],
    ]);
    const large = await at.paidCard({ amount: 2_000 }, 1);
    const dispute = await at.opened(large);
    expect(dispute.bearers[0].sources).toEqual([
      amount('receivable', 1_900, { receivable_id: (await at.receivablesOf(large))[0]?.id }),
      amount('available', 100),
    ]);
  });

  it('what receivables, available and reserve do not hold is a debt, without a limit', async () => {
    await agree({ reserve: [{ payment_method: 'pix', percentage: 10, days: 30 }] });
    const spent = await at.paidPix({ amount: 5_000 });
    const id = await at.paidPix({ amount: 5_000 });
    await at.client.post(`/v1/charges/${spent}/refund`);
    expect(await at.balances()).toMatchObject({ available: 4_000, reserve: 1_000, debt: 0 });
    const { id: disputeId, bearers } = await at.opened(id);
    expect(bearers[0].sources).toEqual([amount('available', 4_000), amount('reserve', 1_000)]);
    const more = await at.paidPix({ amount: 10 });
    await at.client.post(`/v1/charges/${more}/refund`);
    const poor = await at.paidCard({ amount: 700, split_rules: at.halves('merchant') });
    const debt = await at.opened(poor);
    expect(debt.bearers).toEqual([
      {
        wallet_id: at.merchant.id,
        amount: 700,
        sources: [
          amount('receivable', 350, { receivable_id: expect.any(String) }),
          amount('reserve', 1),
          amount('debt', 349),
        ],
      },
    ]);
    expect(await at.balances()).toMatchObject({ available: 0, reserve: 0, debt: -350 });
    // The reserves are empty: nothing is released of them, and the first dispute gives back to what is available.
    await at.settle(60);
    const won = await at.decided(disputeId, 'win');
    expect(won.bearers[0].sources).toEqual([
      amount('available', 4_000, { returned_to: 'available' }),
      amount('reserve', 1_000, { returned_to: 'available' }),
    ]);
    expect(await at.balances()).toMatchObject({ available: 5_000, reserve: 0, debt: -350 });
  });

  it('the rules with liable bear it pro rata, whatever the others received; the others keep their part', async () => {
    const id = await at.paidPix({ amount: 1_001, split_rules: at.halves('merchant') });
    const { bearers } = await at.opened(id);
    expect(bearers.map(({ wallet_id, amount: cents }: never) => [wallet_id, cents])).toEqual([
      [at.merchant.id, 1_001],
    ]);
    expect(await at.balances(at.seller)).toMatchObject({ available: expect.any(Number), debt: 0 });
    expect((await at.balances())['debt']).toBeLessThan(0);
    const both = await at.opened(await at.paidPix({ amount: 1_001, split_rules: at.halves() }));
    expect(both.bearers.map(({ amount: cents }: { amount: number }) => cents).sort()).toEqual([500, 501]);
  });

  it('won: what came from a receivable goes back into it while its day is ahead, else it is available', async () => {
    const id = await at.paidCard({ amount: 6_000 }, 3);
    const [, second, third] = await at.receivablesOf(id);
    await at.client.post(`/v1/charges/${id}/refund`, { amount: 500 });
    const { id: disputeId } = await at.opened(id);
    expect(await at.balances()).toMatchObject({ waiting_funds: 0, debt: 0 });
    await app.dataSource.query(
      `UPDATE receivables SET due_date = '2026-01-02' WHERE charge_id = $1 AND installment = 1`,
      [id],
    );
    const won = await at.decided(disputeId, 'win');
    expect(won).toMatchObject({
      status: 'won',
      amount: 5_500,
      debited_amount: 0,
      blocked_amount: 0,
      version: 2,
    });
    expect(won.closed_at).not.toBeNull();
    expect(won.bearers[0].sources).toEqual([
      amount('receivable', 1_500, { receivable_id: third?.id, returned_to: 'receivable' }),
      amount('receivable', 2_000, { receivable_id: second?.id, returned_to: 'receivable' }),
      amount('receivable', 2_000, { receivable_id: expect.any(String), returned_to: 'available' }),
    ]);
    expect(
      (await at.receivablesOf(id)).map(({ status, net, amount_reversed }) => [status, net, amount_reversed]),
    ).toEqual([
      ['cancelled', 0, 2_000],
      ['waiting_funds', 2_000, 0],
      ['waiting_funds', 1_500, 500],
    ]);
    expect(await at.balances()).toMatchObject({ waiting_funds: 3_500, available: 2_000 });
    expect(await at.charging.read(id)).toMatchObject({ status: 'partially_refunded', amount_refunded: 500 });
    expect((await at.eventsOf(id)).slice(-2)).toEqual(['charge.chargeback', 'charge.chargeback_reversed']);
    expect(await at.eventsOf(disputeId)).toEqual(['dispute.open', 'dispute.won']);
    expect(await at.postings(disputeId)).toEqual(['debited', 'returned']);
    const reader = app.api.get(LedgerReader, { strict: false });
    const returned = await reader.findTransaction(at.merchant.id, `dispute:${disputeId}:returned`);
    expect(returned).toMatchObject({ kind: 'dispute_return', resource: { type: 'dispute', id: disputeId } });
    expect(returned?.lines.map(({ amountCents }) => amountCents).sort((a, b) => a - b)).toEqual([
      -5_500, 2_000, 3_500,
    ]);
  });

  it('won, of a charge without refunds: captured again, and it can be refunded', async () => {
    const id = await at.paidPix({ amount: 3_000 });
    await at.decided((await at.opened(id)).id, 'win');
    expect((await at.charging.read(id)).status).toBe('captured');
    expect((await at.client.post(`/v1/charges/${id}/refund`)).body.data).toMatchObject({
      status: 'succeeded',
    });
    const again = await at.dispute(id);
    expect([again.status, again.body.error]).toEqual([409, 'INVALID_STATE']);
  });

  it('lost: nothing moves any more', async () => {
    const id = await at.paidPix({ amount: 3_000 });
    const { id: disputeId } = await at.opened(id);
    const before = [await at.balances(), await at.book()];
    expect(await at.decided(disputeId, 'lose')).toMatchObject({ status: 'lost', debited_amount: 3_000 });
    expect([await at.balances(), await at.book()]).toEqual(before);
    expect((await at.charging.read(id)).status).toBe('chargeback');
    expect(await at.postings(disputeId)).toEqual(['debited']);
  });

  it('the fee comes on top at the opening, is borne likewise, and stays when it is won', async () => {
    await agree({ dispute: [{ kind: 'chargeback', fixed: 2_501 }] });
    const id = await at.paidPix({ amount: 10_000, split_rules: at.halves() });
    const dispute = await at.opened(id);
    expect(dispute).toMatchObject({ amount: 10_000, fee: 2_501, debited_amount: 10_000 });
    expect(dispute.bearers).toEqual(
      [at.merchant.id, at.seller].map((wallet_id, index) => ({
        wallet_id,
        amount: 5_000,
        sources: [amount('available', 5_000), { ...amount('debt', index === 0 ? 1_251 : 1_250), for: 'fee' }],
      })),
    );
    expect(await at.book()).toMatchObject({ 'clearing:sandbox': 0, 'fees:dispute': 2_501 });
    for (const wallet of [at.merchant.id, at.seller])
      expect((await at.eventsOf(wallet)).filter((type) => type.startsWith('wallet.'))).toEqual([
        'wallet.debt_opened',
      ]);
    await at.decided(dispute.id, 'win');
    expect(await at.book()).toMatchObject({ 'clearing:sandbox': -10_000, 'fees:dispute': 2_501 });
    expect(await at.balances(at.seller)).toMatchObject({ available: 5_000, debt: -1_250 });
  });

  it('of what was captured and not refunded; of a charge refunded whole it is nothing, and is told all the same', async () => {
    const part = await at.paidPix({ amount: 3_000 });
    await at.client.post(`/v1/charges/${part}/refund`, { amount: 1_000 });
    expect(await at.opened(part)).toMatchObject({ amount: 2_000, debited_amount: 2_000 });
    const whole = await at.paidPix({ amount: 3_000 });
    await at.client.post(`/v1/charges/${whole}/refund`);
    const dispute = await at.opened(whole);
    expect(dispute).toMatchObject({ amount: 0, debited_amount: 0, bearers: [{ amount: 0, sources: [] }] });
    expect((await at.charging.read(whole)).status).toBe('chargeback');
    expect(await at.postings(dispute.id)).toEqual([]);
    await at.decided(dispute.id, 'win');
    expect((await at.charging.read(whole)).status).toBe('refunded');
    expect((await at.eventsOf(whole)).at(-1)).toBe('charge.chargeback_reversed');
  });

  it('where none of those who answer for it captured anything, the first of them does', async () => {
    await at.earns(100);
    const id = await at.charging.authorized({
      split_rules: [
        { recipient_id: at.merchant.id, percentage: 1, liable: true },
        { recipient_id: at.seller, percentage: 99, liable: false },
      ],
    });
    await at.client.post(`/v1/charges/${id}/capture`, { amount: 1 });
    const captured = await at.charging.until(id, 'captured');
    expect(captured.split.map((part: JsonBody) => part.amount_captured)).toEqual([0, 1]);
    expect((await at.opened(id)).bearers).toEqual([
      { wallet_id: at.merchant.id, amount: 1, sources: [amount('available', 1)] },
    ]);
  });

  it('a refund in flight counts as refunded', async () => {
    const id = await at.paidCard({ amount: 3_000 });
    await spoil(app, 'refund', 'busy', { times: 100 });
    const refund = await at.client.post(`/v1/charges/${id}/refund`, { amount: 1_000 });
    expect(refund.body.data.status).toBe('pending');
    expect(await at.opened(id)).toMatchObject({
      ...{ amount: 2_000, debited_amount: 2_000 },
      bearers: [{ wallet_id: at.merchant.id, amount: 2_000 }],
    });
    expect(await at.balances()).toMatchObject({ waiting_funds: 0, in_transit: 1_000, debt: 0 });
    await app.dataSource.query('DELETE FROM sandbox_provider.faults');
    await runNow(app);
  });

  it('a card that disputes by itself goes through the same doors', async () => {
    const { id } = await at.charging.create(cardBody('tok_chargeback'));
    await at.charging.until(id, 'chargeback', 20_000);
    expect(await at.of(id)).toMatchObject({ kind: 'chargeback', status: 'open', debited_amount: 10_000 });
  });
});
