import { limitsPassed } from './limits.rules';

const limits = {
  ...{ minimum_cents: 100, maximum_cents: 10_000, daily_amount_cents: 15_000, daily_count: 3 },
  ...{ review_above_cents: null, second_review_above_cents: null },
};
const unbounded = { ...limits, maximum_cents: null, daily_amount_cents: null };

describe('the limits of withdrawals (money contract §§ 13 and 15)', () => {
  it.each([
    [100, 0, 0, []],
    [99, 0, 0, ['below_minimum']],
    [10_000, 0, 0, []],
    [10_001, 0, 0, ['above_maximum']],
    [5_000, 1, 10_000, []],
    [5_001, 1, 10_000, ['daily_amount']],
    [100, 2, 200, []],
    [100, 3, 300, ['daily_count']],
    [10_001, 3, 15_000, ['above_maximum', 'daily_amount', 'daily_count']],
  ])('%i cents after %i of %i: %j', (amount, count, amountCents, codes) => {
    expect(limitsPassed(limits, { count, amountCents }, amount).map(({ code }) => code)).toEqual(codes);
  });

  it('null is no bound', () => {
    expect(limitsPassed(unbounded, { count: 0, amountCents: 9e15 }, 9_999_999_999)).toEqual([]);
  });
});
