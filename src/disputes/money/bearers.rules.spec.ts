import { strictEqual } from 'node:assert/strict';
import fc from 'fast-check';
import { propertyRuns } from '../../../test/support/property-runs';
import { divideAmong, divideMore } from './bearers.rules';

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

describe('who bears what comes to a dispute later', () => {
  it('in the end each bears what it would of the whole at once', () => {
    const parts = [part('a', 3_333), part('b', 6_667)];
    expect(divideMore(parts, divideAmong(parts, 4_000), 1_001)).toEqual([
      { walletId: 'a', amountCents: 333 },
      { walletId: 'b', amountCents: 668 },
    ]);
  });

  it('nobody gets a cent back for that: the last bear less', () => {
    // Of 2 cents the first two bear one each, of 3 the second none.
    const parts = [part('a', 1), part('b', 1), part('c', 4), part('d', 4)];
    expect(divideMore(parts, divideAmong(parts, 2), 1).map(({ amountCents }) => amountCents)).toEqual([
      0, 0, 1, 0,
    ]);
  });

  it('parts sum to what comes, none is below 0, and all of them are what the whole is but for a cent of each', () => {
    const parts = fc.array(fc.nat(9_999_999), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(parts, fc.nat(9_999_999), fc.nat(9_999_999), (captured, before, more) => {
        const all = captured.map((cents, index) => part(String(index), cents));
        const borne = divideAmong(all, before);
        const added = divideMore(all, borne, more).map(({ amountCents }) => amountCents);
        strictEqual(
          added.reduce((sum, cents) => sum + cents, 0),
          more,
        );
        strictEqual(
          added.every((cents) => cents >= 0),
          true,
        );
        const whole = divideAmong(all, before + more);
        whole.forEach(({ amountCents }, index) => {
          const has = (borne[index]?.amountCents ?? 0) + (added[index] ?? 0);
          strictEqual(Math.abs(has - amountCents) <= captured.length, true);
        });
      }),
      { numRuns: propertyRuns(5_000) },
    );
  });
});
