import { ok, strictEqual } from 'node:assert/strict';
import fc from 'fast-check';
import { propertyRuns } from '../../../test/support/property-runs';
import type { CapturedPart } from '../../charges';
import { divideFee, feeOf, instalmentsOf } from './price.rules';

const RUNS = { numRuns: propertyRuns(5_000) };
const cents = fc.integer({ min: 0, max: 9_999_999_999 });
const sum = (amounts: readonly number[]): number => amounts.reduce((total, each) => total + each, 0);

function parts(
  ...given: readonly (readonly [captured: number, bears?: boolean, remainder?: boolean])[]
): CapturedPart[] {
  return given.map(([capturedCents, chargeProcessingFee = true, chargeRemainder = false], index) => ({
    recipientId: String(index),
    capturedCents,
    chargeProcessingFee,
    chargeRemainder,
  }));
}

const drawn = fc
  .array(fc.tuple(cents, fc.boolean()), { minLength: 1, maxLength: 20 })
  .map((rows) =>
    parts(...rows.map(([captured, bears], index) => [captured, bears || index === 0, index === 0] as const)),
  );

describe('what a capture costs (money contract §13)', () => {
  const term = { percentage_ppm: 29_900, fixed_cents: 39, minimum_cents: 100 };

  it.each([
    [10_000, 338],
    [100, 100],
    [1, 100],
    // 2.99 % of 5.00 are 14.95 cents, of 50.00 149.5: half to even.
    [5_000, 189],
    [15_000, 487],
    [9_999_999_999, 299_000_039],
  ])('of %d: %d', (captured, expected) => {
    expect(feeOf(term, captured)).toBe(expected);
  });

  it('without a term nothing', () => {
    expect(feeOf(null, 10_000)).toBe(0);
  });
});

describe('who pays it', () => {
  it.each<[string, number, CapturedPart[], number[]]>([
    ['one alone', 50, parts([1_000]), [50]],
    ['who bears it, and nobody else', 50, parts([1_000, false], [1_000]), [0, 50]],
    ['by what each captured', 100, parts([3_000], [1_000]), [75, 25]],
    ['a tie goes to the owner of the remainder', 1, parts([1_000], [1_000, true, true]), [0, 1]],
    ['else to the first', 1, parts([1_000], [1_000]), [1, 0]],
    ['none above its part, the first owes what is above all', 500, parts([100], [200]), [300, 200]],
    ['who bears it captured nothing', 30, parts([0], [900, false]), [30, 0]],
  ])('%s', (_name, fee, all, expected) => {
    expect(divideFee(fee, all)).toEqual(expected);
  });

  it('the parts sum to the fee, and none but the first is above what it captured', () => {
    fc.assert(
      fc.property(cents, drawn, (fee, all) => {
        const fees = divideFee(fee, all);
        strictEqual(sum(fees), fee);
        const first = all.findIndex(({ chargeProcessingFee }) => chargeProcessingFee);
        fees.forEach((each, index) => {
          if (!all[index]!.chargeProcessingFee) strictEqual(each, 0);
          else if (index !== first) ok(each <= all[index]!.capturedCents);
        });
      }),
      RUNS,
    );
  });
});

describe('in instalments (money contract §14)', () => {
  const due = ['2026-12-01', '2026-12-31', '2027-02-01'];

  it('the first ones have the cents that are left, of amounts and of fees', () => {
    expect(instalmentsOf(parts([100])[0]!, 5, due)).toEqual([
      { recipientId: '0', installment: 1, dueDate: '2026-12-01', amountCents: 34, feeCents: 2 },
      { recipientId: '0', installment: 2, dueDate: '2026-12-31', amountCents: 33, feeCents: 2 },
      { recipientId: '0', installment: 3, dueDate: '2027-02-01', amountCents: 33, feeCents: 1 },
    ]);
  });

  it('none of amount 0', () => {
    expect(instalmentsOf(parts([2])[0]!, 0, due).map(({ installment }) => installment)).toEqual([1, 2]);
    expect(instalmentsOf(parts([0])[0]!, 7, due)).toEqual([]);
  });

  it('amounts sum to the part, fees to its fee or the part, and no fee exceeds its amount', () => {
    fc.assert(
      fc.property(cents, cents, fc.integer({ min: 1, max: 12 }), (captured, fee, count) => {
        const all = instalmentsOf(
          parts([captured])[0]!,
          fee,
          Array.from({ length: count }, () => '2027-01-04'),
        );
        strictEqual(sum(all.map(({ amountCents }) => amountCents)), captured);
        strictEqual(sum(all.map(({ feeCents }) => feeCents)), Math.min(fee, captured));
        all.forEach(({ amountCents, feeCents }) => ok(feeCents <= amountCents));
      }),
      RUNS,
    );
  });
});
