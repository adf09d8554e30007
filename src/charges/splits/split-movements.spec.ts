import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import fc from 'fast-check';
import { dividedCharge as charge, RUNS } from '../../../test/support/split-arbitraries';
import {
  nameRefundSplit,
  splitCapture,
  splitRefund,
  type SplitBalance,
  type SplitMovement,
} from './split-movements';
import type { SplitPart } from './split.rules';

const sumOf = (movements: readonly SplitMovement[]): number =>
  movements.reduce((total, movement) => total + movement.amountCents, 0);

function balances(parts: readonly SplitPart[], captured?: readonly SplitMovement[]): SplitBalance[] {
  return parts.map((part, index) => ({
    recipientId: part.recipientId,
    shareCents: part.shareCents,
    capturedCents: captured?.[index]?.amountCents ?? part.shareCents,
    reservedCents: 0,
    chargeRemainder: part.chargeRemainder,
  }));
}

function after(parts: readonly SplitBalance[], movements: readonly SplitMovement[]): SplitBalance[] {
  return parts.map((part, index) => ({
    ...part,
    reservedCents: part.reservedCents + (movements[index]?.amountCents ?? 0),
  }));
}

describe('splitCapture and splitRefund', () => {
  const captured = fc
    .record({ charge, share: fc.double({ min: 0, max: 1, noNaN: true }) })
    .map(({ charge: c, share }) => {
      const captureCents = Math.max(1, Math.floor(c.totalCents * share));
      const movements = splitCapture(captureCents, balances(c.parts));
      return { ...c, captureCents, movements };
    });

  it('a partial capture sums, is never negative and never exceeds a share', () => {
    fc.assert(
      fc.property(captured, ({ captureCents, movements, parts }) => {
        strictEqual(sumOf(movements), captureCents);
        const within = movements.every(
          ({ amountCents }, index) => amountCents >= 0 && amountCents <= (parts[index]?.shareCents ?? -1),
        );
        strictEqual(within, true);
      }),
      RUNS,
    );
  });

  it('a capture of everything gives everyone its share', () => {
    fc.assert(
      fc.property(charge, ({ totalCents, parts }) => {
        const movements = splitCapture(totalCents, balances(parts));
        deepStrictEqual(
          movements.map((movement) => movement.amountCents),
          parts.map((part) => part.shareCents),
        );
      }),
      RUNS,
    );
  });

  it('n refunds leave everyone where one of their sum would, whatever their order', () => {
    const cuts = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(captured, cuts, ({ parts, captureCents, movements }, fractions) => {
        const start = balances(parts, movements);
        let left = captureCents;
        const refunds = fractions.map((fraction) => {
          const cents = Math.floor(left * fraction);
          left -= cents;
          return cents;
        });
        const walk = (steps: readonly number[]): SplitBalance[] =>
          steps.reduce((state, cents) => {
            const split = splitRefund(cents, state);
            if (sumOf(split) !== cents || split.some(({ amountCents }) => amountCents < 0))
              throw new Error('bad sum');
            return after(state, split);
          }, start);
        const held = (state: readonly SplitBalance[]): number[] => state.map((part) => part.reservedCents);
        const inOne = held(walk([captureCents - left]));
        deepStrictEqual(held(walk(refunds)), inOne);
        deepStrictEqual(held(walk([...refunds].reverse())), inOne);
        inOne.forEach((cents, index) => ok(cents <= (movements[index]?.amountCents ?? -1)));
      }),
      RUNS,
    );
  });

  it('a refund of all that was captured returns what each recipient received', () => {
    fc.assert(
      fc.property(captured, ({ parts, captureCents, movements }) => {
        const split = splitRefund(captureCents, balances(parts, movements));
        deepStrictEqual(split, movements);
      }),
      RUNS,
    );
  });

  it('after a refund whose split the merchant named, the next ones never exceed a share and sum to the capture', () => {
    fc.assert(
      fc.property(captured, fc.array(fc.nat(), { minLength: 20, maxLength: 20 }), (c, seeds) => {
        const start = balances(c.parts, c.movements);
        const named = start.map((part, index) => ({
          recipientId: part.recipientId,
          amountCents: (seeds[index] ?? 0) % (part.capturedCents + 1),
        }));
        const checked = nameRefundSplit(sumOf(named), named, start);
        deepStrictEqual(checked, { kind: 'ok', movements: named });
        const middle = after(start, named);
        const end = after(middle, splitRefund(c.captureCents - sumOf(named), middle));
        deepStrictEqual(
          end.map((part) => part.reservedCents),
          end.map((part) => part.capturedCents),
        );
      }),
      RUNS,
    );
  });
});

describe('nameRefundSplit', () => {
  const parts: SplitBalance[] = [
    { recipientId: 'a', shareCents: 70, capturedCents: 70, reservedCents: 60, chargeRemainder: true },
    { recipientId: 'b', shareCents: 30, capturedCents: 30, reservedCents: 0, chargeRemainder: false },
  ];

  it('fills in the recipients that give nothing back', () => {
    expect(nameRefundSplit(5, [{ recipientId: 'b', amountCents: 5 }], parts)).toEqual({
      kind: 'ok',
      movements: [
        { recipientId: 'a', amountCents: 0 },
        { recipientId: 'b', amountCents: 5 },
      ],
    });
  });

  it.each([
    ['a sum that is not the refund', 6, [{ recipientId: 'b', amountCents: 5 }], { kind: 'sum' }],
    [
      'more than the recipient still holds',
      11,
      [{ recipientId: 'a', amountCents: 11 }],
      { kind: 'exceeds_share', indexes: [0] },
    ],
    [
      'somebody who is no recipient',
      1,
      [{ recipientId: 'c', amountCents: 1 }],
      { kind: 'unknown_recipient', indexes: [0] },
    ],
    [
      'a recipient twice',
      2,
      [
        { recipientId: 'b', amountCents: 1 },
        { recipientId: 'b', amountCents: 1 },
      ],
      { kind: 'repeated_recipient', indexes: [1] },
    ],
  ])('refuses %s', (_name, cents, named, expected) => {
    expect(nameRefundSplit(cents, named, parts)).toEqual(expected);
  });
});
