import { clearOfMidnight, eventually, type JsonBody, startService, type TestService } from '../support';
import { cardBody } from '../support/charges';
import { Disputing } from '../support/disputes';
import { Reconciling } from '../support/reconciling';
import { heldBySandbox, spoil } from '../support/sandbox';

let app: TestService;
let at: Disputing;
let desk: Reconciling;

beforeAll(async () => {
  await clearOfMidnight();
  app = await startService({ worker: true });
  desk = new Reconciling(app, await app.operator({ role: 'treasurer' }));
});
beforeEach(async () => {
  at = await Disputing.begin(app);
});
afterAll(() => app.stop());

const ROUNDS = 8;
const refund = (charge: string, amount: number) => at.client.post(`/v1/charges/${charge}/refund`, { amount });

async function paid(token: string, installments = 1): Promise<string> {
  const body = cardBody(token, { amount: 9_000, split_rules: at.halves() }, { installments });
  const { id } = await at.charging.create(body);
  await at.charging.until(id, 'captured');
  return id as string;
}

/** All that a charge was worth is with its payer, and whoever answers for it has nothing of it: charge, dispute and receivables say so. */
async function isAllBack(charge: string): Promise<JsonBody> {
  const dispute = await at.of(charge);
  const { amount_refunded, status } = await at.charging.read(charge);
  expect([status, Number(amount_refunded) + Number(dispute.debited_amount)]).toEqual(['chargeback', 9_000]);
  expect(dispute.amount).toBe(dispute.debited_amount);
  const borne = (dispute.bearers as JsonBody[]).reduce(
    (total: number, { amount }) => total + Number(amount),
    0,
  );
  expect(borne).toBe(dispute.amount);
  const receivables = (await at.receivablesOf(charge)).filter((one) => one.status !== 'settled');
  expect(receivables.reduce((total: number, { net }) => total + Number(net), 0)).toBe(0);
  const [held] = await heldBySandbox(app, charge);
  expect(held?.refunded).toBe(amount_refunded);
  return dispute;
}

/** What reconciliation says of the disputes of today's report, by their ids. */
async function compared(disputes: readonly JsonBody[]): Promise<unknown[]> {
  const { id } = await desk.read();
  const items = await desk.items(id);
  return disputes.flatMap((dispute) =>
    items
      .filter(({ resource }) => resource?.id === dispute.id)
      .map(({ type, status, expected, reported }) => [type, status, expected?.gross, reported?.gross]),
  );
}

describe('A chargeback and refunds that overlap (money contract §17)', () => {
  it('a refund that fails after it was opened leaves its money to it, and the report agrees', async () => {
    const disputes: JsonBody[] = [];
    for (const amount of [5_000, 9_000]) {
      const charge = await paid('tok_refund_fails', 3);
      await spoil(app, 'refund', 'slow', { delayMs: 1_500 });
      const asked = refund(charge, amount);
      await eventually(async () => {
        expect((await at.client.get(`/v1/charges/${charge}/refunds`)).body.data).toHaveLength(1);
      });
      expect(await at.opened(charge)).toMatchObject({ amount: 9_000 - amount, version: 1 });
      expect((await asked).body.data.status).toBe('failed');
      disputes.push(await isAllBack(charge));
      expect(disputes.at(-1)).toMatchObject({ amount: 9_000, version: 2 });
    }
    expect(await compared(disputes)).toEqual(disputes.map(() => ['dispute', 'matched', 9_000, 9_000]));
    for (const wallet of [at.merchant.id, at.seller])
      expect(await at.balances(wallet)).toMatchObject({ waiting_funds: 0, in_transit: 0 });
  });

  it('what the refund had taken from receivables that were settled since is taken from what is available', async () => {
    const charge = await paid('tok_refund_fails', 3);
    await spoil(app, 'refund', 'slow', { delayMs: 2_500 });
    const asked = refund(charge, 5_000);
    await eventually(async () => {
      expect((await at.client.get(`/v1/charges/${charge}/refunds`)).body.data).toHaveLength(1);
    });
    expect((await at.settle(40)).status).toBe(200);
    await at.opened(charge);
    expect((await asked).body.data.status).toBe('failed');
    expect((await isAllBack(charge)).amount).toBe(9_000);
    for (const wallet of [at.merchant.id, at.seller])
      expect(await at.balances(wallet)).toMatchObject({ waiting_funds: 0, in_transit: 0, debt: 0 });
  });

  it('what the refund had owed is owed to the dispute', async () => {
    const charge = await at.paidPix({ amount: 9_000 });
    await at.earns(1_000);
    const { status } = await at.client.post(
      `/v1/wallets/${at.merchant.id}/transfers`,
      { to_wallet_id: at.seller, amount: 10_000 },
      { 'idempotency-key': `all-${charge}` },
    );
    expect(status).toBe(201);
    await spoil(app, 'refund', 'slow', { delayMs: 1_500 });
    const asked = refund(charge, 5_000);
    await eventually(async () => {
      expect((await at.client.get(`/v1/charges/${charge}/refunds`)).body.data).toHaveLength(1);
    });
    await at.opened(charge);
    await asked;
    expect(await at.balances()).toMatchObject({ available: 0, in_transit: 0, debt: -9_000 });
  });

  it('a refund that fails, at once with it: the provider took all, and so did we', async () => {
    const disputes: JsonBody[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const charge = await paid('tok_refund_fails');
      const [asked] = await Promise.all([refund(charge, 5_000), at.dispute(charge)]);
      expect([201, 409]).toContain(asked.status);
      const dispute = await isAllBack(charge);
      expect(dispute.amount).toBe(9_000);
      disputes.push(dispute);
    }
    expect(await compared(disputes)).toEqual(disputes.map(() => ['dispute', 'matched', 9_000, 9_000]));
  });

  it('two refunds at once with it: what the provider refuses for want of money is of the dispute', async () => {
    const disputes: JsonBody[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const charge = await paid('tok_approved', 3);
      const answers = await Promise.all([refund(charge, 4_000), at.dispute(charge), refund(charge, 5_000)]);
      expect(answers.every(({ status }) => [200, 201, 409].includes(status))).toBe(true);
      disputes.push(await isAllBack(charge));
    }
    const taken = disputes.filter(({ amount }) => amount > 0);
    expect(await compared(taken)).toEqual(taken.map(({ amount }) => ['dispute', 'matched', amount, amount]));
    // Won, each gives back what it took.
    for (const { id } of disputes) await at.decided(id, 'win');
    const kept = disputes.reduce((total: number, { amount }) => total + Number(amount), 0);
    const wallets = [await at.balances(), await at.balances(at.seller)];
    expect(wallets.reduce((total: number, { waiting_funds = 0 }) => total + waiting_funds, 0)).toBe(kept);
  });
});
