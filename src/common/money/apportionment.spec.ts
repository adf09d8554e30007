import { deepStrictEqual } from 'node:assert/strict';
import fc from 'fast-check';
import { RUNS } from '../../../test/support/split-arbitraries';
import { apportion } from './apportionment';

/** The definition, cent by cent, as the oracle of the bisection. */
function dealtSingly(cents: number, weights: readonly number[]): number[] {
  const given = weights.map(() => 0);
  for (let dealt = 0; dealt < cents; dealt += 1) {
    let winner = 0;
    weights.forEach((weight, index) => {
      const mine = BigInt(weight) * BigInt(2 * (given[winner] ?? 0) + 1);
      const best = BigInt(weights[winner] ?? 0) * BigInt(2 * (given[index] ?? 0) + 1);
      if (mine > best) winner = index;
    });
    given[winner] = (given[winner] ?? 0) + 1;
  }
  return given;
}

describe('apportion', () => {
  it('is Sainte-Laguë: equal to dealing the cents singly', () => {
    const weights = fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(weights, fc.double({ min: 0, max: 1, noNaN: true }), (list, part) => {
        const cents = Math.floor(list.reduce((total, weight) => total + weight, 0) * part);
        const claims = list.map((weight) => ({ weightCents: weight, heldCents: 0, capCents: weight }));
        deepStrictEqual(apportion(cents, claims), dealtSingly(cents, list));
      }),
      RUNS,
    );
  });

  it('gives a tie to the claim listed first', () => {
    const claim = { weightCents: 10, heldCents: 0, capCents: 10 };
    expect(apportion(1, [claim, claim, claim])).toEqual([1, 0, 0]);
  });

  it('passes by a claim that is full', () => {
    expect(
      apportion(3, [
        { weightCents: 100, heldCents: 1, capCents: 1 },
        { weightCents: 1, heldCents: 0, capCents: 1 },
        { weightCents: 9, heldCents: 0, capCents: 9 },
      ]),
    ).toEqual([0, 0, 3]);
  });

  it('refuses more cents than the claims can take, and claims that hold more than they may', () => {
    expect(() => apportion(2, [{ weightCents: 1, heldCents: 0, capCents: 1 }])).toThrow(RangeError);
    expect(() => apportion(0, [{ weightCents: 1, heldCents: 1, capCents: 0 }])).toThrow(RangeError);
    expect(() => apportion(-1, [{ weightCents: 1, heldCents: 0, capCents: 1 }])).toThrow(RangeError);
  });
});
