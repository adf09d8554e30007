import { eventually, type JsonBody } from '../support';
import { boletoBody, pixBody } from '../support/charges';
import { shares } from '../support/disputes';
import { useDisputingBank } from '../support/disputing-bank';
import { runNow } from '../support/sandbox';

const { bank, at, provider } = useDisputingBank();

const statusOf = async (charge: JsonBody): Promise<unknown> => (await at.charging.read(charge.id)).status;
const clearing = async () => (await at.book())['clearing:disputing-bank'];

/** Of a charge: that it was charged back, and that this was taken back, in their order. */
async function chargebacks(charge: JsonBody): Promise<string[]> {
  return (await at.eventsOf(charge.id as string)).filter((type) => type.startsWith('charge.chargeback'));
}

async function both(): Promise<unknown[]> {
  const held = [await at.balances(), await at.balances(at.seller)];
  return held.map(({ available = 0, blocked = 0, debt = 0 }) => [available, blocked, debt]);
}

describe('Several disputes of one charge, each under its own name (money contract §17)', () => {
  it('the second chargeback takes what the first leaves: nothing; told again it is no third one', async () => {
    const charge = await provider.paid(pixBody({ amount: 9_001, split_rules: at.halves() }));
    await provider.opened(charge, 'first');
    await provider.opened(charge, 'second');
    await provider.opened(charge, 'second');
    await provider.opened(charge, 'first');
    const [first, second, ...more] = await at.allOf(charge);
    expect(more).toEqual([]);
    expect(first).toMatchObject({ status: 'open', amount: 9_001, debited_amount: 9_001 });
    expect(shares(first)).toEqual([4_501, 4_500]);
    expect(second).toMatchObject({ status: 'open', amount: 0, debited_amount: 0 });
    expect(shares(second)).toEqual([0, 0]);
    expect(await at.postings(second.id)).toEqual([]);
    expect(await both()).toEqual([
      [0, 0, 0],
      [0, 0, 0],
    ]);
    expect([await clearing(), await chargebacks(charge)]).toEqual([0, ['charge.chargeback']]);
  });

  it('of a pix of which a part was returned the second takes the rest, a third nothing', async () => {
    const charge = await provider.paid(pixBody({ amount: 9_001, split_rules: at.halves() }));
    await provider.opened(charge, 'returned', 'pix_return');
    await provider.lost(charge, 'returned', 4_000);
    expect(await both()).toEqual([
      [2_500, 0, 0],
      [2_501, 0, 0],
    ]);
    await provider.opened(charge, 'second');
    await provider.opened(charge, 'third');
    const disputes = await at.allOf(charge);
    expect(disputes.map(({ amount, debited_amount }) => [amount, debited_amount])).toEqual([
      [9_001, 4_000],
      [5_001, 5_001],
      [0, 0],
    ]);
    expect(disputes.map(shares)).toEqual([
      [4_501, 4_500],
      [2_501, 2_500],
      [0, 0],
    ]);
    // Rounded twice the first bears a cent more than it received.
    expect(await both()).toEqual([
      [0, 0, -1],
      [1, 0, 0],
    ]);
    expect(await clearing()).toBe(0);
  });

  it('what an open one may take yet is left to it, and two that take more than there is take what there is', async () => {
    const charge = await provider.paid(pixBody({ amount: 9_000, split_rules: at.halves() }));
    await provider.opened(charge, 'first', 'pix_return');
    await provider.opened(charge, 'second', 'pix_return');
    const opened = await at.allOf(charge);
    expect(opened.map(({ amount, blocked_amount }) => [amount, blocked_amount])).toEqual([
      [9_000, 9_000],
      [0, 0],
    ]);
    await provider.lost(charge, 'first', 4_000);
    await provider.lost(charge, 'second', 7_000);
    const lost = await at.allOf(charge);
    expect(lost.map(({ status, debited_amount }) => [status, debited_amount])).toEqual([
      ['lost', 4_000],
      ['lost', 5_000],
    ]);
    expect(await both()).toEqual([
      [0, 0, 0],
      [0, 0, 0],
    ]);
    expect(await clearing()).toBe(0);
    expect(await chargebacks(charge)).toEqual(['charge.chargeback']);
  });

  it('of a boleto, one that is opened after another was won takes all of it again, out of its receivables', async () => {
    const charge = await provider.paid(boletoBody({ amount: 9_000, split_rules: at.halves() }));
    const waiting = async () => [await at.balances(), await at.balances(at.seller)];
    const halves = [
      expect.objectContaining({ waiting_funds: 4_500, available: 0, debt: 0 }),
      expect.objectContaining({ waiting_funds: 4_500, available: 0, debt: 0 }),
    ];
    const none = halves.map(() => expect.objectContaining({ waiting_funds: 0, available: 0, debt: 0 }));
    for (const name of ['first', 'second', 'third']) {
      await provider.opened(charge, name);
      expect([await statusOf(charge), await waiting()]).toEqual(['chargeback', none]);
      await provider.won(charge, name);
      expect([await statusOf(charge), await waiting()]).toEqual(['captured', halves]);
    }
    const disputes = await at.allOf(charge);
    expect(disputes.map(({ status, amount }) => [status, amount])).toEqual(
      disputes.map(() => ['won', 9_000]),
    );
    expect(disputes).toHaveLength(3);
    const expectedTypes = ['charge.chargeback', 'charge.chargeback_reversed'];
    expect(await chargebacks(charge)).toEqual([...expectedTypes, ...expectedTypes, ...expectedTypes]);
  });
});

/** Two chargebacks that both took money: the second what a refund has left by failing that the provider took off the first. */
async function twiceDebited(): Promise<JsonBody> {
  const charge = await provider.paid(pixBody({ amount: 9_000, split_rules: at.halves() }));
  bank.takesItsTime();
  const refund = await at.client.post(`/v1/charges/${charge.id}/refund`, { amount: 3_000 });
  expect(refund.body.data.status).toBe('pending');
  await provider.opened(charge, 'first', 'chargeback', 6_000);
  bank.refusesWhatIsPending();
  await eventually(async () => {
    await runNow(bank.app);
    const path = `/v1/charges/${charge.id}/refunds/${refund.body.data.id}`;
    expect((await at.client.get(path)).body.data.status).toBe('failed');
  });
  await provider.opened(charge, 'second');
  const disputes = await at.allOf(charge);
  expect(disputes.map(({ amount, debited_amount }) => [amount, debited_amount])).toEqual([
    [6_000, 6_000],
    [3_000, 3_000],
  ]);
  expect([await both(), await clearing()]).toEqual([
    [
      [0, 0, 0],
      [0, 0, 0],
    ],
    0,
  ]);
  return charge;
}

describe('Two debited disputes of one charge (money contract §17)', () => {
  const ORDERS = [
    ['first', 'second'],
    ['second', 'first'],
  ] as const;
  const OUTCOMES = [
    ['won', 'won'],
    ['won', 'lost'],
    ['lost', 'won'],
    ['lost', 'lost'],
  ] as const;

  it.each(ORDERS.flatMap((order) => OUTCOMES.map((outcomes) => [...order, ...outcomes] as const)))(
    'decided %s, then %s: %s and %s',
    async (one, other, onesOutcome, othersOutcome) => {
      const charge = await twiceDebited();
      const taken = { first: 6_000, second: 3_000 };
      let returned = 0;
      for (const [name, outcome] of [
        [one, onesOutcome],
        [other, othersOutcome],
      ] as const) {
        // As long as one of them is debited.
        expect(await statusOf(charge)).toBe('chargeback');
        await (outcome === 'won' ? provider.won(charge, name) : provider.lost(charge, name, taken[name]));
        returned += outcome === 'won' ? taken[name] : 0;
        expect([await both(), await clearing()]).toEqual([
          [
            [returned / 2, 0, 0],
            [returned / 2, 0, 0],
          ],
          0 - returned,
        ]);
      }
      const areWon = onesOutcome === 'won' && othersOutcome === 'won';
      expect(await statusOf(charge)).toBe(areWon ? 'captured' : 'chargeback');
      expect(await chargebacks(charge)).toEqual(
        areWon ? ['charge.chargeback', 'charge.chargeback_reversed'] : ['charge.chargeback'],
      );
    },
  );
});
