import { totalsOf } from '../plan/anticipation-plan.rules';
import { toSimulationResponse } from './simulation.response';

/** So many receivables of 1,000 cents, each of them costing five. */
function planOf(count: number) {
  const parts = Array.from({ length: count }, (_, index) => ({
    ...{ receivableId: `r-${index}`, dueDate: '2026-12-01', netCents: 1_000, days: 10, feeCents: 5 },
  }));
  const terms = { monthlyPpm: 15_000, paymentDate: '2026-11-21', automaticUpToCents: null };
  return { parts, totals: totalsOf(parts), ...terms };
}

describe('Money contract §16: what a simulation shows', () => {
  it('is the first 500 receivables, and the sums of all of them', () => {
    const { items, ...sums } = toSimulationResponse(planOf(501));
    expect(sums).toEqual({
      ...{ amount: 501_000, fee: 2_505, payout: 498_495, count: 501, average_days: 10 },
      ...{ monthly_percentage: 1.5, payment_date: '2026-11-21' },
    });
    expect(items).toHaveLength(500);
    expect(items.at(-1)).toEqual({ receivable_id: 'r-499', net: 1_000, days: 10, fee: 5, payout: 995 });
  });

  it('is all of them up to there', () => {
    const { items, count } = toSimulationResponse(planOf(500));
    expect([items.length, count]).toEqual([500, 500]);
  });
});
