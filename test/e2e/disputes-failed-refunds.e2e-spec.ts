import { eventually, type JsonBody } from '../support';
import { boletoBody, pixBody } from '../support/charges';
import { shares } from '../support/disputes';
import { useDisputingBank } from '../support/disputing-bank';
import { runNow } from '../support/sandbox';

const { bank, at, provider } = useDisputingBank();

/** Asks for a refund that the bank decides later. */
async function begun(charge: JsonBody, amount: number): Promise<string> {
  bank.takesItsTime();
  const { body } = await at.client.post(`/v1/charges/${charge.id}/refund`, { amount });
  expect(body.data.status).toBe('pending');
  return body.data.id as string;
}

/** The bank refuses what it has not decided. */
async function fails(charge: JsonBody, refund: string): Promise<void> {
  bank.refusesWhatIsPending();
  await eventually(async () => {
    await runNow(bank.app);
    const { body } = await at.client.get(`/v1/charges/${charge.id}/refunds/${refund}`);
    expect(body.data.status).toBe('failed');
  });
}

const sumsOf = async (charge: JsonBody): Promise<unknown[]> =>
  (await at.allOf(charge)).map(({ amount, blocked_amount, debited_amount }) => [
    amount,
    blocked_amount,
    debited_amount,
  ]);
const clearing = async () => (await at.book())['clearing:disputing-bank'];

async function held(): Promise<unknown[]> {
  const wallets = [await at.balances(), await at.balances(at.seller)];
  return wallets.map(({ available = 0, waiting_funds = 0, blocked = 0, in_transit = 0, debt = 0 }) => [
    ...[available, waiting_funds, blocked],
    ...[in_transit, debt],
  ]);
}
const NOTHING = [0, 0, 0, 0, 0];

describe('A refund that fails after a chargeback counted it as given back (money contract §17)', () => {
  it('while it is open: the dispute takes what the refund had reserved, of the same bearers, and tells of it', async () => {
    const charge = await provider.paid(boletoBody({ amount: 9_001, split_rules: at.halves() }));
    const refund = await begun(charge, 5_000);
    await provider.opened(charge, 'first');
    const [before] = await at.allOf(charge);
    expect(before).toMatchObject({ status: 'open', amount: 4_001, debited_amount: 4_001, version: 1 });
    await fails(charge, refund);
    const [dispute] = await at.allOf(charge);
    expect(dispute).toMatchObject({ status: 'open', amount: 9_001, debited_amount: 9_001, version: 2 });
    // As if it had been opened of the whole.
    expect(shares(dispute)).toEqual([4_501, 4_500]);
    expect(await at.postings(dispute?.id)).toEqual(['debited', 'debited']);
    expect(await at.eventsOf(dispute?.id)).toEqual(['dispute.open', 'dispute.open']);
    expect([await held(), await clearing()]).toEqual([[NOTHING, NOTHING], 0]);
    const receivables = await at.receivablesOf(charge.id as string);
    expect(receivables.map(({ net, status }) => [net, status])).toEqual([
      [0, 'cancelled'],
      [0, 'cancelled'],
    ]);
    expect(await at.charging.read(charge.id as string)).toMatchObject({
      status: 'chargeback',
      amount_refunded: 0,
    });
    // Won, all of it comes back to where it came from.
    await provider.won(charge, 'first');
    expect(await held()).toEqual([
      [0, 4_501, 0, 0, 0],
      [0, 4_500, 0, 0, 0],
    ]);
    expect((await at.charging.read(charge.id as string)).status).toBe('captured');
  });

  it('in the other order it comes to the same', async () => {
    const charge = await provider.paid(boletoBody({ amount: 9_001, split_rules: at.halves() }));
    await fails(charge, await begun(charge, 5_000));
    await provider.opened(charge, 'first');
    const [dispute] = await at.allOf(charge);
    expect(dispute).toMatchObject({ amount: 9_001, debited_amount: 9_001 });
    expect(shares(dispute)).toEqual([4_501, 4_500]);
    expect([await held(), await clearing()]).toEqual([[NOTHING, NOTHING], 0]);
  });

  it('after it was lost: the same; what the seller has spent is its debt', async () => {
    const charge = await provider.paid(pixBody({ amount: 9_000, split_rules: at.halves('seller') }));
    const refund = await begun(charge, 5_000);
    await provider.opened(charge, 'first');
    await provider.lost(charge, 'first', 9_000);
    const [lost] = await at.allOf(charge);
    expect(lost).toMatchObject({ status: 'lost', debited_amount: 4_000 });
    await fails(charge, refund);
    const [dispute] = await at.allOf(charge);
    expect(dispute).toMatchObject({ status: 'lost', amount: 9_000, debited_amount: 9_000 });
    expect(dispute?.closed_at).toBe(lost?.closed_at);
    expect(await at.eventsOf(dispute?.id)).toEqual(['dispute.open', 'dispute.lost', 'dispute.lost']);
    // The merchant's part of the refund is back with it; the seller answers for all of it.
    expect([await held(), await clearing()]).toEqual([
      [
        [4_500, 0, 0, 0, 0],
        [0, 0, 0, 0, -4_500],
      ],
      0,
    ]);
  });

  it('after it was won: nothing is taken, and what the refund had taken is back', async () => {
    const charge = await provider.paid(pixBody({ amount: 9_000, split_rules: at.halves() }));
    const refund = await begun(charge, 5_000);
    await provider.opened(charge, 'first');
    await provider.won(charge, 'first');
    await fails(charge, refund);
    expect(await sumsOf(charge)).toEqual([[4_000, 0, 0]]);
    expect(await held()).toEqual([
      [4_500, 0, 0, 0, 0],
      [4_500, 0, 0, 0, 0],
    ]);
    expect((await at.charging.read(charge.id as string)).status).toBe('captured');
  });

  it('two refunds of which one fails, and never more than the provider says that it takes', async () => {
    const charge = await provider.paid(pixBody({ amount: 9_000 }));
    const [one, other] = [await begun(charge, 2_000), await begun(charge, 3_000)];
    await provider.opened(charge, 'first', 'chargeback', 7_500);
    await fails(charge, one);
    await fails(charge, other);
    expect(await sumsOf(charge)).toEqual([[7_500, 0, 7_500]]);
    const [dispute] = await at.allOf(charge);
    expect(await at.postings(dispute?.id)).toEqual(['debited', 'debited', 'debited']);
    expect(await at.balances()).toMatchObject({ available: 1_500 });
  });

  it('several disputes: the oldest takes it first, the next what it leaves', async () => {
    const charge = await provider.paid(pixBody({ amount: 9_000 }));
    const refund = await begun(charge, 5_000);
    await provider.opened(charge, 'first', 'chargeback', 6_000);
    await provider.opened(charge, 'second', 'chargeback', 9_000);
    expect(await sumsOf(charge)).toEqual([
      [4_000, 0, 4_000],
      [0, 0, 0],
    ]);
    await fails(charge, refund);
    expect(await sumsOf(charge)).toEqual([
      [6_000, 0, 6_000],
      [3_000, 0, 3_000],
    ]);
    expect(await clearing()).toBe(0);
  });
});

describe('A refund that fails after the special return of a pix counted it as given back (money contract §17)', () => {
  it('while it is open: more is blocked, which is taken when it is lost', async () => {
    const charge = await provider.paid(pixBody({ amount: 9_001, split_rules: at.halves() }));
    const refund = await begun(charge, 5_000);
    await provider.opened(charge, 'med', 'pix_return');
    expect(await sumsOf(charge)).toEqual([[4_001, 4_001, 0]]);
    await fails(charge, refund);
    expect(await sumsOf(charge)).toEqual([[9_001, 9_001, 0]]);
    const [dispute] = await at.allOf(charge);
    expect(shares(dispute)).toEqual([4_501, 4_500]);
    expect(await held()).toEqual([
      [0, 0, 4_501, 0, 0],
      [0, 0, 4_500, 0, 0],
    ]);
    await provider.lost(charge, 'med', 6_000);
    expect(await sumsOf(charge)).toEqual([[9_001, 0, 6_000]]);
    expect(await clearing()).toBe(-3_001);
  });

  it('and is released when it is won', async () => {
    const charge = await provider.paid(pixBody({ amount: 9_000 }));
    const refund = await begun(charge, 5_000);
    await provider.opened(charge, 'med', 'pix_return');
    await fails(charge, refund);
    await provider.won(charge, 'med');
    expect((await held())[0]).toEqual([9_000, 0, 0, 0, 0]);
  });

  it.each([
    [9_000, 9_000],
    [6_000, 6_000],
    [3_000, 3_000],
  ])('after it was lost with %d taken: %d are debited in the end', async (taken, debited) => {
    const charge = await provider.paid(pixBody({ amount: 9_000, split_rules: at.halves() }));
    const refund = await begun(charge, 5_000);
    await provider.opened(charge, 'med', 'pix_return');
    await provider.lost(charge, 'med', taken);
    await fails(charge, refund);
    expect(await sumsOf(charge)).toEqual([[Math.max(4_000, debited), 0, debited]]);
    expect(await clearing()).toBe(debited - 9_000);
    const left = (9_000 - debited) / 2;
    expect(await held()).toEqual([
      [left, 0, 0, 0, 0],
      [left, 0, 0, 0, 0],
    ]);
  });
});
