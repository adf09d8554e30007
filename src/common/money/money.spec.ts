import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import fc from 'fast-check';
import { propertyRuns } from '../../../test/support/property-runs';
import {
  divideHalfEven,
  equalParts,
  hasDecimals,
  partOf,
  partOfDown,
  sumCents,
  toUnits,
  WHOLE_PPM,
} from './money';

const RUNS = { numRuns: propertyRuns(20_000) };
const cents = fc.oneof(fc.integer({ min: 0, max: 200 }), fc.integer({ min: 0, max: 9_999_999_999 }));

describe('rounding', () => {
  it.each<[bigint, bigint, bigint]>([
    [5n, 2n, 2n],
    [7n, 2n, 4n],
    [1n, 2n, 0n],
    [3n, 2n, 2n],
    [-1n, 2n, 0n],
    [-3n, 2n, -2n],
    [-5n, 2n, -2n],
    [-7n, 4n, -2n],
    [10n, 4n, 2n],
    [11n, 4n, 3n],
    [9n, 4n, 2n],
    [0n, 7n, 0n],
  ])('%s ÷ %s is %s', (numerator, denominator, expected) => {
    expect(divideHalfEven(numerator, denominator)).toBe(expected);
  });

  it('is never further from the quotient than a half, and even at a half', () => {
    fc.assert(
      fc.property(
        fc.bigInt(-(10n ** 24n), 10n ** 24n),
        fc.bigInt(1n, 10n ** 12n),
        (numerator, denominator) => {
          const rounded = divideHalfEven(numerator, denominator);
          const error = 2n * (numerator - rounded * denominator);
          const distance = error < 0n ? -error : error;
          strictEqual(distance <= denominator, true);
          if (distance === denominator) strictEqual(rounded % 2n, 0n);
          strictEqual(divideHalfEven(-numerator, denominator), -rounded);
        },
      ),
      RUNS,
    );
  });

  it('refuses to divide by nothing', () => {
    expect(() => divideHalfEven(1n, 0n)).toThrow(RangeError);
    expect(() => partOf(1, 1, -1)).toThrow(RangeError);
  });
});

describe('parts of an amount', () => {
  it('are exact where a double is not', () => {
    // 9,999,999,999 × 999,999 is above 2^53: multiplied as doubles it is 9,999,989,999,000,001 − 1.
    expect(partOf(9_999_999_999, 999_999, WHOLE_PPM)).toBe(9_999_989_999);
    expect(partOfDown(9_999_999_999, 29_999, WHOLE_PPM)).toBe(299_989_999);
  });

  it('rounded down and half to even differ by no more than a cent, and never exceed the amount', () => {
    fc.assert(
      fc.property(cents, fc.integer({ min: 0, max: WHOLE_PPM }), (amount, ppm) => {
        const down = partOfDown(amount, ppm, WHOLE_PPM);
        const nearest = partOf(amount, ppm, WHOLE_PPM);
        ok([0, 1].includes(nearest - down));
        ok(nearest <= amount);
        ok(BigInt(down) * BigInt(WHOLE_PPM) <= BigInt(amount) * BigInt(ppm));
      }),
      RUNS,
    );
  });

  it('as equal as cents allow sum to the amount, the larger ones first', () => {
    expect(equalParts(100, 3)).toEqual([34, 33, 33]);
    fc.assert(
      fc.property(cents, fc.integer({ min: 1, max: 36 }), (amount, count) => {
        const parts = equalParts(amount, count);
        strictEqual(parts.length, count);
        strictEqual(sumCents(parts), amount);
        deepStrictEqual(
          [...parts].sort((a, b) => b - a),
          parts,
        );
        ok((parts[0] ?? 0) - (parts.at(-1) ?? 0) <= 1);
      }),
      RUNS,
    );
  });

  // Contract §14: a fee f ≤ p in as many parts as p: no part of the fee exceeds its amount.
  it('of something smaller are nowhere larger', () => {
    fc.assert(
      fc.property(cents, fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(35), (amount, part, more) => {
        const fees = equalParts(Math.floor(amount * part), more + 1);
        const parts = equalParts(amount, more + 1);
        strictEqual(
          parts.every((each, index) => (fees[index] ?? 0) <= each),
          true,
        );
      }),
      RUNS,
    );
  });

  it('sum to something that is no amount any more: refused', () => {
    expect(() => sumCents([Number.MAX_SAFE_INTEGER, 1])).toThrow(RangeError);
    expect(sumCents([])).toBe(0);
  });
});

describe('decimal numbers in whole units', () => {
  it.each<[number, number, number]>([
    [33.33, 2, 3_333],
    [1.005, 3, 1_005],
    [2.9999, 4, 29_999],
    [0.0001, 4, 1],
    [100, 4, WHOLE_PPM],
  ])('%s with %s decimals is %s', (value, decimals, units) => {
    expect(hasDecimals(value, decimals)).toBe(true);
    expect(toUnits(value, decimals)).toBe(units);
  });

  it('there and back is the same number, whatever the binary fraction is', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: WHOLE_PPM }), (units) => {
        const value = units / 10_000;
        strictEqual(hasDecimals(value, 4), true);
        strictEqual(toUnits(value, 4), units);
      }),
      RUNS,
    );
  });

  it('more decimals are seen', () => {
    expect(hasDecimals(33.333, 2)).toBe(false);
    expect(hasDecimals(0.00001, 4)).toBe(false);
  });
});
