import { netOfLine, REPORT_LINE_TYPES } from '../../providers';
import { type ItemMoney, linesOf, referenceOf } from './posting.rules';

const item = (
  type: ItemMoney['type'],
  expected: number | null,
  gross: number | null,
  fee: number | null = 10,
): ItemMoney => ({
  ...{ provider: 'bank', type, expectedCents: expected, grossCents: gross, feeCents: fee },
});
const shown = (money: ItemMoney): Record<string, number> =>
  Object.fromEntries(linesOf(money).map(({ account, amountCents }) => [account.name, amountCents]));

describe('what a line of a report does in the books (money contract §19)', () => {
  it.each([
    [
      'a payment',
      item('payment', 1_000, 1_000),
      { 'clearing:bank': 1_000, 'costs:bank': -10, 'cash:bank': -990 },
    ],
    [
      'a refund',
      item('refund', 1_000, 1_000),
      { 'clearing:bank': -1_000, 'costs:bank': -10, 'cash:bank': 1_010 },
    ],
    ['a dispute', item('dispute', 1_000, 1_000, 0), { 'clearing:bank': -1_000, 'cash:bank': 1_000 }],
    [
      'what it gives back',
      item('dispute_return', 1_000, 1_000, 0),
      { 'clearing:bank': 1_000, 'cash:bank': -1_000 },
    ],
    ['a payout: its fee', item('payout', 1_000, 1_000), { 'costs:bank': -10, 'cash:bank': 10 }],
    ['a payout without one: nothing', item('payout', 1_000, 1_000, 0), {}],
    ['a return: nothing', item('payout_return', 1_000, 1_000, 0), {}],
    [
      'a payment of less',
      item('payment', 1_000, 900),
      { 'clearing:bank': 1_000, 'costs:bank': -10, suspense: -100, 'cash:bank': -890 },
    ],
    [
      'a payment that never came',
      item('payment', 1_000, null, null),
      { 'clearing:bank': 1_000, suspense: -1_000 },
    ],
    [
      'a payment of nothing of ours',
      item('payment', null, 1_000),
      { 'costs:bank': -10, suspense: 1_000, 'cash:bank': -990 },
    ],
    ['a payout that never left', item('payout', 1_000, null, null), { suspense: 1_000, 'cash:bank': -1_000 }],
    ['a fee', item('fee', null, 0, 500), { 'costs:bank': -500, 'cash:bank': 500 }],
  ] as const)('%s', (_, money, expected) => {
    expect(shown(money)).toEqual(expected);
  });

  it('sums to 0, and what comes into cash is its net', () => {
    for (const type of REPORT_LINE_TYPES.filter((one) => !one.startsWith('payout')))
      for (const gross of [0, 1, 999]) {
        const lines = shown(item(type, null, gross, 7));
        expect(Object.values(lines).reduce((sum, cents) => sum + cents, 0)).toBe(0);
        expect(Math.abs(lines['cash:bank'] ?? 0)).toBe(Math.abs(netOfLine(type, gross, 7)));
      }
  });

  it('is named after the line, or after the item where there is none', () => {
    expect(referenceOf({ id: 'i', provider: 'bank', lineId: 'L 1' })).toBe('provider:bank:L 1');
    expect(referenceOf({ id: 'i', provider: 'bank', lineId: null })).toBe('reconciliation:i');
  });
});
