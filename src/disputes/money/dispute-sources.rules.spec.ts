import { ok, strictEqual } from 'node:assert/strict';
import fc from 'fast-check';
import { propertyRuns } from '../../../test/support/property-runs';
import { type BearerFunds, DisputeSourcePlan } from './dispute-sources.rules';

const NOTHING: BearerFunds = {
  receivables: [],
  reserves: [],
  availableCents: new Map(),
  blockedCents: new Map(),
};
const open = (id: string, walletId: string, dueDate: string, netCents: number) => ({
  ...{ id, walletId, dueDate, netCents },
  installment: 1,
});
const held = (id: string, walletId: string, releaseDate: string, leftCents: number) => ({
  ...{ id, walletId, releaseDate, leftCents },
});
const drawn = (funds: Partial<BearerFunds>, wallet: string, cents: number) => {
  const plan = new DisputeSourcePlan({ ...NOTHING, ...funds });
  plan.draw([{ walletId: wallet, amountCents: cents }], false);
  return plan.drawn.map(({ source, receivableId, reserveId, amountCents }) => [
    source,
    receivableId ?? reserveId,
    amountCents,
  ]);
};

describe('where a dispute is taken from (money contract §17)', () => {
  it('what is blocked, receivables from the latest due on, what is available, reserves, then a debt', () => {
    const funds = {
      receivables: [open('early', 'a', '2026-01-01', 20), open('late', 'a', '2026-03-01', 30)],
      reserves: [held('soon', 'a', '2026-02-01', 4), held('last', 'a', '2026-05-01', 5)],
      availableCents: new Map([['a', 40]]),
      blockedCents: new Map([['a', 7]]),
    };
    expect(drawn(funds, 'a', 200)).toEqual([
      ['blocked', null, 7],
      ['receivable', 'late', 30],
      ['receivable', 'early', 20],
      ['available', null, 40],
      ['reserve', 'last', 5],
      ['reserve', 'soon', 4],
      ['debt', null, 94],
    ]);
    expect(drawn(funds, 'a', 40)).toEqual([
      ['blocked', null, 7],
      ['receivable', 'late', 30],
      ['receivable', 'early', 3],
    ]);
  });

  it('of nobody else, and of nothing nothing', () => {
    const funds = { receivables: [open('r', 'b', '2026-01-01', 20)], availableCents: new Map([['b', 5]]) };
    expect(drawn(funds, 'a', 10)).toEqual([['debt', null, 10]]);
    expect(drawn(funds, 'b', 0)).toEqual([]);
  });

  it('the fee is drawn from what the amount left', () => {
    const plan = new DisputeSourcePlan({ ...NOTHING, availableCents: new Map([['a', 10]]) });
    plan.draw([{ walletId: 'a', amountCents: 8 }], false);
    plan.draw([{ walletId: 'a', amountCents: 5 }], true);
    expect(plan.drawn).toMatchObject([
      { source: 'available', amountCents: 8, isFee: false },
      { source: 'available', amountCents: 2, isFee: true },
      { source: 'debt', amountCents: 3, isFee: true },
    ]);
  });

  it('blocks what is available and no more', () => {
    const plan = new DisputeSourcePlan({ ...NOTHING, availableCents: new Map([['a', 10]]) });
    const parts = [
      { walletId: 'a', amountCents: 4 },
      { walletId: 'b', amountCents: 4 },
    ];
    expect(plan.block(parts)).toEqual([4, 0]);
    plan.draw([{ walletId: 'a', amountCents: 9 }], true);
    expect(plan.drawn).toMatchObject([
      { source: 'available', amountCents: 6 },
      { source: 'debt', amountCents: 3 },
    ]);
  });

  it('sources sum to what each bears, nothing gives more than it has, and a debt only when nothing else is left', () => {
    const wallets = ['a', 'b', 'c'];
    const cents = fc.nat(1_000);
    const wallet = fc.constantFrom(...wallets);
    const some = <T>(of: fc.Arbitrary<T>) => fc.array(of, { maxLength: 8 });
    const day = fc.integer({ min: 10, max: 28 });
    fc.assert(
      fc.property(
        some(fc.record({ walletId: wallet, netCents: cents, day })),
        some(fc.record({ walletId: wallet, leftCents: cents, day })),
        fc.record({ a: cents, b: cents, c: cents }),
        fc.record({ a: cents, b: cents, c: cents }),
        fc.record({ a: cents, b: cents, c: cents }),
        fc.record({ a: cents, b: cents, c: cents }),
        (coming, kept, available, blocked, amounts, fees) => {
          const receivables = coming.map((one, i) =>
            open(`r${i}`, one.walletId, `2026-01-${one.day}`, one.netCents),
          );
          const reserves = kept.map((one, i) =>
            held(`k${i}`, one.walletId, `2026-02-${one.day}`, one.leftCents),
          );
          const funds = {
            ...{ receivables, reserves },
            availableCents: new Map(Object.entries(available)),
            blockedCents: new Map(Object.entries(blocked)),
          };
          const plan = new DisputeSourcePlan(funds);
          const parts = (of: Record<string, number>) =>
            Object.entries(of).map(([walletId, amountCents]) => ({ walletId, amountCents }));
          plan.draw(parts(amounts), false);
          plan.draw(parts(fees), true);
          const sum = (of: typeof plan.drawn) => of.reduce((total, one) => total + one.amountCents, 0);
          for (const id of wallets) {
            const own = plan.drawn.filter(({ walletId }) => walletId === id);
            const from = (source: string) => sum(own.filter((one) => one.source === source));
            const key = id as 'a' | 'b' | 'c';
            strictEqual(sum(own.filter(({ isFee }) => !isFee)), amounts[key]);
            strictEqual(sum(own.filter(({ isFee }) => isFee)), fees[key]);
            ok(from('available') <= available[key]);
            strictEqual(from('blocked') + plan.blockedLeft(id), blocked[key]);
            if (from('debt') === 0) continue;
            const all = (of: readonly { walletId: string }[], cents: (one: never) => number) =>
              of.reduce((total, one) => total + (one.walletId === id ? cents(one as never) : 0), 0);
            strictEqual(from('available'), available[key]);
            strictEqual(from('blocked'), blocked[key]);
            strictEqual(
              from('receivable'),
              all(receivables, (one: { netCents: number }) => one.netCents),
            );
            strictEqual(
              from('reserve'),
              all(reserves, (one: { leftCents: number }) => one.leftCents),
            );
          }
          for (const { id, netCents } of receivables)
            ok(sum(plan.drawn.filter((one) => one.receivableId === id)) <= netCents);
          for (const { id, leftCents } of reserves)
            ok(sum(plan.drawn.filter((one) => one.reserveId === id)) <= leftCents);
          strictEqual(
            plan.drawn.every(({ amountCents }) => amountCents > 0),
            true,
          );
        },
      ),
      { numRuns: propertyRuns(3_000) },
    );
  });
});
