import { startService, type TestOperator, type TestService } from '../support';
import { Disputing } from '../support/disputes';
import { spoil } from '../support/sandbox';

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

/** A pix of so much of which only so much is still available. */
async function spentPix(amount: number, left: number, fields: object = {}): Promise<string> {
  const spent = await at.paidPix({ amount: amount - left });
  const id = await at.paidPix({ amount: left, ...fields });
  // What is given back of the first is taken from what the second has brought, when the rest is not there.
  await at.client.post(`/v1/charges/${spent}/refund`);
  return id;
}

const sourcesOf = (dispute: { bearers: { sources: { from: string; amount: number }[] }[] }) =>
  dispute.bearers.map(({ sources }) => sources.map(({ from, amount }) => [from, amount]));

describe('The return of a pix (money contract §17): blocked when it is opened', () => {
  it('blocks what is available to its bearers; the charge is as it was', async () => {
    const id = await at.paidPix({ amount: 8_000, split_rules: at.halves() });
    const dispute = await at.opened(id, 'pix_return');
    expect(dispute).toMatchObject({
      ...{ kind: 'pix_return', status: 'open', amount: 8_000, blocked_amount: 8_000, debited_amount: 0 },
      reason: 'The payer reports a fraud.',
    });
    expect(dispute.bearers).toEqual([
      { wallet_id: at.merchant.id, amount: 4_000, sources: [] },
      { wallet_id: at.seller, amount: 4_000, sources: [] },
    ]);
    for (const wallet of [at.merchant.id, at.seller])
      expect(await at.balances(wallet)).toMatchObject({ available: 0, blocked: 4_000 });
    expect((await at.charging.read(id)).status).toBe('captured');
    expect(await at.postings(dispute.id)).toEqual(['blocked']);
    expect(await at.book()).toEqual({ 'clearing:sandbox': -8_000 });
  });

  it('while it is open or contested a refund is refused: 409 DISPUTE_OPEN; of a chargeback INVALID_STATE as ever', async () => {
    const id = await at.paidPix({ amount: 8_000 });
    await at.client.post(`/v1/charges/${id}/refund`, { amount: 1_000 });
    const { id: disputeId, amount } = await at.opened(id, 'pix_return');
    expect(amount).toBe(7_000);
    const refund = async () => {
      const { status, body } = await at.client.post(`/v1/charges/${id}/refund`, { amount: 1 });
      return [status, body.error ?? body.data.status];
    };
    expect(await refund()).toEqual([409, 'DISPUTE_OPEN']);
    await at.client.post(`/v1/disputes/${disputeId}/contest`, { statement: 'Sent and received.' });
    expect(await refund()).toEqual([409, 'DISPUTE_OPEN']);
    await at.decided(disputeId, 'win');
    expect(await refund()).toEqual([201, 'succeeded']);
    const other = await at.paidPix();
    await at.opened(other, 'chargeback');
    const refused = await at.client.post(`/v1/charges/${other}/refund`);
    expect([refused.status, refused.body.error]).toEqual([409, 'INVALID_STATE']);
  });

  it('won: what was blocked is available again, and no status of the charge changes', async () => {
    const id = await at.paidPix({ amount: 5_000 });
    const { id: disputeId } = await at.opened(id, 'pix_return');
    expect(await at.decided(disputeId, 'win')).toMatchObject({ status: 'won', blocked_amount: 0 });
    expect(await at.balances()).toMatchObject({ available: 5_000, blocked: 0 });
    expect(await at.eventsOf(id)).toEqual(['charge.pending', 'charge.captured']);
    expect(await at.postings(disputeId)).toEqual(['blocked', 'released']);
  });

  it('lost: debited, what was blocked first, then what there is, then a debt; the charge is a chargeback', async () => {
    const id = await at.paidPix({ amount: 5_000 });
    const other = await at.paidPix({ amount: 4_000 });
    await at.opened(other, 'pix_return');
    expect(await at.balances()).toMatchObject({ available: 5_000, blocked: 4_000 });
    await at.client.post(`/v1/charges/${id}/refund`, { amount: 3_000 });
    const lost = await at.paidPix({ amount: 1_000 });
    await at.client.post(`/v1/charges/${lost}/refund`, { amount: 400 });
    // Of 2,600 that are available 2,000 are blocked for the first charge.
    const { id: disputeId, blocked_amount } = await at.opened(id, 'pix_return');
    expect(blocked_amount).toBe(2_000);
    expect(sourcesOf(await at.decided(disputeId, 'lose'))).toEqual([[['blocked', 2_000]]]);
    expect((await at.charging.read(id)).status).toBe('chargeback');
    expect(await at.postings(disputeId)).toEqual(['blocked', 'debited']);
    expect(await at.balances()).toMatchObject({ available: 600, blocked: 4_000, debt: 0 });
  });

  it('of what was not there at the opening too', async () => {
    const id = await spentPix(9_000, 5_000);
    expect(await at.balances()).toMatchObject({ available: 5_000 });
    await at.opened(await at.paidPix({ amount: 100 }), 'pix_return');
    const poor = await at.paidPix({ amount: 1_000, split_rules: at.halves('merchant') });
    await at.client.post(`/v1/charges/${id}/refund`, { amount: 4_800 });
    // 500 of its own half and 200 that are left.
    const { id: disputeId, blocked_amount } = await at.opened(poor, 'pix_return');
    expect(blocked_amount).toBe(700);
    await at.earns(120);
    expect(sourcesOf(await at.decided(disputeId, 'lose'))).toEqual([
      [
        ['blocked', 700],
        ['available', 120],
        ['debt', 180],
      ],
    ]);
    expect(await at.balances()).toMatchObject({ available: 0, blocked: 100, debt: -180 });
    expect((await at.eventsOf(at.merchant.id)).filter((type) => type.startsWith('wallet.'))).toEqual([
      'wallet.debt_opened',
    ]);
    expect(await at.balances(at.seller)).toMatchObject({ available: 500, debt: 0 });
  });

  it("lost for less: the provider's amount is debited, and the rest of what was blocked is available again", async () => {
    const id = await at.paidPix({ amount: 5_000, split_rules: at.halves() });
    const { id: disputeId } = await at.opened(id, 'pix_return');
    await app.dataSource.query(
      `UPDATE sandbox_provider.disputes SET amount_cents = 1001
        WHERE reference = (SELECT provider_reference FROM charges WHERE id = $1)`,
      [id],
    );
    const lost = await at.decided(disputeId, 'lose');
    expect(lost).toMatchObject({ amount: 5_000, debited_amount: 1_001, blocked_amount: 0 });
    expect(sourcesOf(lost)).toEqual([[['blocked', 501]], [['blocked', 500]]]);
    expect(await at.postings(disputeId)).toEqual(['blocked', 'debited', 'released']);
    expect(await at.balances()).toMatchObject({ available: 1_999, blocked: 0 });
    expect(await at.balances(at.seller)).toMatchObject({ available: 2_000, blocked: 0 });
  });

  it('the fee is taken at the opening, of what the blocking leaves', async () => {
    const agreed = await admin.client.post('/v1/review/terms', {
      merchant_id: at.merchant.id,
      dispute: [{ kind: 'pix_return', fixed: 700 }],
    });
    expect(agreed.status).toBe(201);
    await at.earns(300);
    const dispute = await at.opened(await at.paidPix({ amount: 1_000 }), 'pix_return');
    expect(dispute).toMatchObject({ fee: 700, blocked_amount: 1_000, debited_amount: 0 });
    expect(sourcesOf(dispute)).toEqual([
      [
        ['available', 300],
        ['debt', 400],
      ],
    ]);
    await at.decided(dispute.id, 'win');
    expect(await at.balances()).toMatchObject({ available: 1_000, blocked: 0, debt: -400 });
    expect(await at.book()).toMatchObject({ 'fees:dispute': 700 });
  });

  it('once disputed, by whichever kind, the sandbox disputes no more; only a pix is taken back by pix_return', async () => {
    const id = await at.paidPix();
    await at.opened(id, 'pix_return');
    for (const kind of ['pix_return', 'chargeback'] as const)
      expect((await at.dispute(id, kind)).body.error).toBe('INVALID_STATE');
    expect((await at.client.post(`/v1/sandbox/charges/${id}/chargeback`)).status).toBe(409);
    const card = await at.paidCard();
    expect((await at.dispute(card, 'pix_return')).body.error).toBe('INVALID_STATE');
    expect((await at.client.post(`/v1/sandbox/charges/${id}/dispute`, { kind: 'regret' })).status).toBe(422);
  });

  it('told late and out of order: the payment, its dispute and the outcome come to the same', async () => {
    await spoil(app, 'dispute_lost', 'twice');
    await spoil(app, 'pix_return', 'twice');
    await spoil(app, 'dispute_lost', 'late', { delayMs: 1_500 });
    const id = await at.paidPix({ amount: 2_000 });
    const { id: disputeId } = await at.opened(id, 'pix_return');
    expect(await at.decided(disputeId, 'lose')).toMatchObject({ status: 'open' });
    await at.charging.until(id, 'chargeback');
    expect(await at.eventsOf(disputeId)).toEqual(['dispute.open', 'dispute.lost']);
    expect(await at.balances()).toMatchObject({ available: 0, blocked: 0, debt: 0 });
  });
});
