import { MAX_RECEIVABLES, nextLimit, settledInRound } from './settlement-round.rules';

/** Groups of receivables, by their sizes, settled round after round. */
function settleAll(sizes: readonly number[]): { locked: number; settlements: number[] } {
  const left = sizes.map((size, group) => ({ group, size }));
  const settlements: number[] = sizes.map(() => 0);
  let total = 0;
  for (let limit = MAX_RECEIVABLES; ;) {
    let locked = 0;
    const groups = left
      .filter(({ size }) => size > 0)
      .flatMap(({ group, size }) => {
        const taken = Math.min(size, limit - locked);
        locked += taken;
        return taken === 0 ? [] : [{ group, taken }];
      });
    if (locked === 0) return { locked: total, settlements };
    total += locked;
    const done = settledInRound(groups, { limit, locked });
    for (const { group, taken } of done) {
      left[group]!.size -= taken;
      settlements[group]! += 1;
    }
    const settled = done.reduce((sum, { taken }) => sum + taken, 0);
    limit = nextLimit({ limit, locked, settled, settlements: done.length });
  }
}

describe('rounds of settlements', () => {
  it.each([
    [1_000, 20],
    [10_000, 1],
    [10_000, 3],
    [100, 170],
  ])('%d wallets of %d each: each settled once, and little locked twice', (wallets, each) => {
    const { locked, settlements } = settleAll(Array.from({ length: wallets }, () => each));
    expect(new Set(settlements)).toEqual(new Set([1]));
    expect(locked).toBeLessThanOrEqual(1.1 * wallets * each + MAX_RECEIVABLES);
  });

  it('large wallets among small ones, and one beyond what a settlement may hold', () => {
    const sizes = Array.from({ length: 600 }, (_, at) => (at % 300 === 299 ? 4_000 : 1));
    expect(new Set(settleAll(sizes).settlements)).toEqual(new Set([1]));
    expect(settleAll([12_000]).settlements).toEqual([3]);
  });
});
