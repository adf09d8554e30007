import { strictEqual } from 'node:assert/strict';
import fc from 'fast-check';
import { propertyRuns } from '../../../test/support/property-runs';
import { divideAmong } from './bearers.rules';

const part = (recipientId: string, capturedCents: number, liable = true) => ({
  recipientId,
  capturedCents,
  liable,
});
const cents = (parts: Parameters<typeof divideAmong>[0], amount: number) =>
  divideAmong(parts, amount).map(({ walletId, amountCents }) => [walletId, amountCents]);

describe('who bears a dispute (money contract §17, Bearers)', () => {
  it('the liable alone, whatever the others received: a bearer may owe more than that', () => {
    expect(cents([part('a', 2_000), part('b', 8_000, false)], 10_000)).toEqual([['a', 10_000]]);
  });

  it('pro rata to what each captured, rounded down, the cents left one each in the order of the rules', () => {
    expect(cents([part('a', 1), part('b', 1), part('c', 1)], 101)).toEqual([
      ['a', 34],
      ['b', 34],
      ['c', 33],
    ]);
    expect(cents([part('a', 3_333), part('b', 6_667)], 1_001)).toEqual([
      ['a', 334],
      ['b', 667],
    ]);
  });

  it('who captured nothing bears nothing; if nobody did, the first bears it all', () => {
    expect(cents([part('a', 0), part('b', 3), part('c', 3)], 5)).toEqual([
      ['b', 3],
      ['c', 2],
    ]);
    expect(cents([part('x', 5, false), part('a', 0), part('b', 0)], 5)).toEqual([['a', 5]]);
  });

  it('the largest amounts are divided exactly', () => {
    expect(cents([part('a', 9_999_999_999), part('b', 9_999_999_998)], 9_999_999_999)).toEqual([
      ['a', 5_000_000_000],
      ['b', 4_999_999_999],
    ]);
  });

  it('parts sum to the whole, and none is a cent or more away from what it captured of it', () => {
    const parts = fc.array(fc.record({ capturedCents: fc.nat(9_999_999_999), liable: fc.boolean() }), {
      minLength: 1,
      maxLength: 20,
    });
    fc.assert(
      fc.property(parts, fc.nat(9_999_999_999), (rules, amount) => {
        const given = rules.map((rule, index) => ({ recipientId: `w${index}`, ...rule }));
        fc.pre(given.some(({ liable }) => liable));
        const shares = divideAmong(given, amount);
        strictEqual(
          shares.reduce((sum, share) => sum + share.amountCents, 0),
          amount,
        );
        const liable = given.filter((one) => one.liable);
        const whole = liable.reduce((sum, one) => sum + BigInt(one.capturedCents), 0n);
        if (whole === 0n) {
          expect(shares).toEqual([{ walletId: liable[0]?.recipientId, amountCents: amount }]);
          return;
        }
        for (const { walletId, amountCents } of shares) {
          const weight = BigInt(
            given.find(({ recipientId }) => recipientId === walletId)?.capturedCents ?? 0,
          );
          const exact = BigInt(amount) * weight;
          const off = BigInt(amountCents) * whole - exact;
          strictEqual(off > -whole && off <= whole, true);
        }
      }),
      { numRuns: propertyRuns(5_000) },
    );
  });
});
