import { randomUUID } from 'node:crypto';
import { RecoverDebtsTask } from '../../src/wallets/debt/recover-debts.task';
import { type Answer, eventually, startService, type TestService } from '../support';
import { cardBody, pixBody } from '../support/charges';
import { Disputing } from '../support/disputes';

let app: TestService;
let at: Disputing;

beforeAll(async () => (app = await startService({ worker: true })));
beforeEach(async () => (at = await Disputing.begin(app)));
afterAll(() => app.stop());

const outcome = ({ status, body }: Answer): unknown => [status, body?.error];
const FROZEN = [409, 'WALLET_FROZEN'];
const keyed = () => ({ 'idempotency-key': randomUUID() });

/** How a wallet comes to be frozen, whose it is, and why it says it is. */
const WAYS = [
  ['an operator’s decision', 'merchant', 'operator'],
  ['an operator’s decision', 'seller', 'operator'],
  ['its submerchant’s suspension', 'seller', 'submerchant_not_active'],
] as const;

async function freeze(wallet: string, reason: (typeof WAYS)[number][2]): Promise<void> {
  const { client } = await app.operator({ role: 'admin' });
  const path =
    reason === 'operator'
      ? `/v1/review/wallets/${wallet}/freeze`
      : `/v1/review/submerchants/${wallet}/suspend`;
  expect((await client.post(path, { reason: 'Investigação.' })).status).toBe(200);
  expect((await at.client.get(`/v1/wallets/${wallet}`)).body.data).toMatchObject({
    ...{ status: 'frozen', frozen_reason: reason },
    balance: { withdrawable: 0 },
  });
}

/** A destination of the wallet that can be paid to. */
async function destination(wallet: string): Promise<string> {
  const path = `/v1/wallets/${wallet}/destinations`;
  const key = { type: 'pix_key', pix_key_type: 'email', pix_key: 'paid@sandbox.example' };
  const { id } = (await at.client.post(path, key)).body.data as { id: string };
  await eventually(async () => {
    expect((await at.client.get(`${path}/${id}`)).body.data.status).toBe('active');
  });
  return id;
}

const withdraw = (wallet_id: string, amount: number): Promise<Answer> =>
  at.client.post('/v1/withdrawals', { wallet_id, amount }, keyed());

const recoverDebts = () => app.worker?.get(RecoverDebtsTask, { strict: false }).run();

describe.each(WAYS)('A wallet that is frozen by %s, a %s’s (money contract §12)', (_how, owner, reason) => {
  let wallet: string;
  const all = () => [{ recipient_id: wallet, percentage: 100, liable: true, charge_processing_fee: true }];
  const pending = async (amount: number): Promise<string> =>
    (await at.charging.create(pixBody({ amount, split_rules: all() }))).id as string;
  const pay = async (id: string): Promise<void> => {
    expect(outcome(await at.client.post(`/v1/sandbox/charges/${id}/pay`))).toEqual([200, undefined]);
  };

  beforeEach(() => {
    wallet = owner === 'merchant' ? at.merchant.id : at.seller;
  });

  it('goes on being captured for, settled, refunded and disputed, and pays what it owes', async () => {
    const spent = await at.paidPix({ amount: 4_000, split_rules: all() });
    await destination(wallet);
    const { body } = await withdraw(wallet, 4_000);
    await eventually(async () =>
      expect((await at.client.get(`/v1/withdrawals/${body.data.id}`)).body.data.status).toBe('paid'),
    );
    const sold = await at.paidCard({ amount: 6_000, split_rules: all() }, 2);
    const [first, second, third] = [await pending(2_000), await pending(1_000), await pending(2_500)];
    const authorized = await at.charging.authorized({ amount: 3_000, split_rules: all() });
    await freeze(wallet, reason);
    const holds = async (balances: object) =>
      expect(await at.balances(wallet)).toMatchObject({ in_transit: 0, blocked: 0, ...balances });
    await holds({ available: 0, waiting_funds: 6_000, debt: 0 });

    await pay(first);
    await pay(second);
    expect((await at.client.post(`/v1/charges/${authorized}/capture`)).status).toBe(200);
    await at.charging.until(authorized, 'captured');
    await holds({ available: 3_000, waiting_funds: 9_000 });

    // The first instalment of one, and all of the other.
    expect((await at.settle(45)).body.data).toMatchObject({ receivables: 2, amount: 6_000 });
    await holds({ available: 9_000, waiting_funds: 3_000 });

    const refund = await at.client.post(`/v1/charges/${sold}/refund`, { amount: 3_500 });
    expect([refund.status, refund.body.data.status]).toEqual([201, 'succeeded']);
    expect(refund.body.data.sources.map(({ from, amount }: never) => [from, amount])).toEqual([
      ['receivable', 3_000],
      ['available', 500],
    ]);
    await holds({ available: 8_500, waiting_funds: 0 });

    const returned = await at.opened(first, 'pix_return');
    await holds({ available: 6_500, blocked: 2_000 });
    await at.decided(returned.id, 'win');
    const lost = await at.opened(second);
    await at.decided(lost.id, 'lose');
    await holds({ available: 7_500 });
    await at.opened(authorized);
    await at.opened(sold);
    await holds({ available: 2_000, debt: 0 });
    await at.opened(spent);
    await holds({ available: 0, debt: -2_000 });

    await pay(third);
    // What was captured is looked for once its lines have their places.
    await eventually(async () => {
      await recoverDebts();
      await holds({ available: 500, waiting_funds: 0, debt: 0 });
    });
    expect((await at.eventsOf(wallet)).filter((type) => type.startsWith('wallet.'))).toEqual([
      ...['wallet.frozen', 'wallet.debt_opened', 'wallet.debt_settled'],
    ]);
    expect((await at.client.get(`/v1/wallets/${wallet}`)).body.data).toMatchObject({
      ...{ status: 'frozen', frozen_reason: reason },
      balance: { available: 500, withdrawable: 0 },
    });
  });

  it('lets nothing out: no withdrawal, no anticipation, no transfer of its own', async () => {
    await destination(wallet);
    await at.paidPix({ amount: 4_000, split_rules: all() });
    const charge = cardBody('tok_approved', { amount: 6_000, split_rules: all() }, { installments: 2 });
    await at.charging.until((await at.charging.create(charge)).id as string, 'captured');
    await freeze(wallet, reason);
    const before = await at.balances(wallet);
    const transfer = (from: string, to_wallet_id: string): Promise<Answer> =>
      at.client.post(`/v1/wallets/${from}/transfers`, { to_wallet_id, amount: 100 }, keyed());
    expect(outcome(await withdraw(wallet, 1_000))).toEqual(FROZEN);
    const early = { wallet_id: wallet };
    expect(outcome(await at.client.post('/v1/anticipations/simulate', early))).toEqual(FROZEN);
    expect(outcome(await at.client.post('/v1/anticipations', early, keyed()))).toEqual(FROZEN);
    // A seller's money is never transferred, frozen or not.
    expect(outcome(await transfer(wallet, at.seller))).toEqual(
      owner === 'merchant' ? FROZEN : [422, 'TRANSFER_NOT_ALLOWED'],
    );
    expect(await at.balances(wallet)).toEqual(before);
  });
});

it('a frozen wallet of an active submerchant is transferred to (money contract §12, Transfers)', async () => {
  await at.earns(1_000);
  await freeze(at.seller, 'operator');
  const path = `/v1/wallets/${at.merchant.id}/transfers`;
  const answer = await at.client.post(path, { to_wallet_id: at.seller, amount: 400 }, keyed());
  expect(outcome(answer)).toEqual([201, undefined]);
  expect(await at.balances(at.seller)).toMatchObject({ available: 400 });
});
