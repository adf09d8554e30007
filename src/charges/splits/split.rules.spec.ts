import { strictEqual } from 'node:assert/strict';
import fc from 'fast-check';
import { dividedCharge as charge, RUNS, rule } from '../../../test/support/split-arbitraries';
import { divide, findSplitProblems, wholeTo, type SplitRule } from './split.rules';

describe('divide', () => {
  it('gives each rule the floor of its share and the remainder to its owner', () => {
    const parts = divide(
      [
        rule({ recipientId: 'a', percentageBp: 3333 }),
        rule({ recipientId: 'b', percentageBp: 6667, chargeRemainder: true }),
      ],
      100,
    );
    expect(parts.map((part) => part.shareCents)).toEqual([33, 67]);
  });

  it('makes the first rule own the remainder, the liability and the fee when nobody claims them', () => {
    const [first, second] = divide(
      [rule({ recipientId: 'a', percentageBp: 5000 }), rule({ recipientId: 'b', percentageBp: 5000 })],
      101,
    );
    expect(first).toMatchObject({
      shareCents: 51,
      liable: true,
      chargeProcessingFee: true,
      chargeRemainder: true,
    });
    expect(second).toMatchObject({
      shareCents: 50,
      liable: false,
      chargeProcessingFee: false,
      chargeRemainder: false,
    });
  });

  it('keeps the flags that were claimed where they were claimed', () => {
    const [first, second] = divide(
      [
        rule({ recipientId: 'a', amountCents: 40 }),
        rule({ recipientId: 'b', amountCents: 60, liable: true }),
      ],
      100,
    );
    expect([first?.liable, first?.chargeProcessingFee]).toEqual([false, true]);
    expect([second?.liable, second?.chargeProcessingFee]).toEqual([true, false]);
  });

  it('always sums to the total, with no negative part', () => {
    fc.assert(
      fc.property(charge, ({ totalCents, parts }) => {
        strictEqual(
          parts.reduce((total, part) => total + part.shareCents, 0),
          totalCents,
        );
        strictEqual(
          parts.every((part) => part.shareCents >= 0),
          true,
        );
      }),
      RUNS,
    );
  });

  it('gives a charge without rules to one recipient', () => {
    expect(divide([wholeTo('m')], 12345)).toEqual([{ ...wholeTo('m'), shareCents: 12345 }]);
  });
});

describe('findSplitProblems', () => {
  const codes = (rules: SplitRule[], total = 100): string[] =>
    findSplitProblems(rules, total).map(({ code }) => code);
  const a = rule({ recipientId: 'a', percentageBp: 5000 });
  const b = rule({ recipientId: 'b', percentageBp: 5000 });

  it.each<[string, SplitRule[], string[]]>([
    ['percentages that sum to 100', [a, b], []],
    ['amounts that sum to the total', [rule({ amountCents: 100 })], []],
    ['percentages below 100', [a], ['percentages_sum']],
    ['amounts below the total', [rule({ amountCents: 99 })], ['amounts_sum']],
    ['neither percentage nor amount', [rule()], ['share_required']],
    [
      'percentage and amount together',
      [rule({ percentageBp: 10_000, amountCents: 100 })],
      ['share_required'],
    ],
    ['a mixture of both', [a, rule({ recipientId: 'b', amountCents: 50 })], ['mixed_shares']],
    [
      'more than two decimals',
      [
        { ...a, percentageBp: 5000.5 },
        { ...b, percentageBp: 4999.5 },
      ],
      ['invalid_percentage', 'invalid_percentage'],
    ],
    ['a percentage of nothing', [a, b, rule({ recipientId: 'c', percentageBp: 0 })], ['invalid_percentage']],
    [
      'more than 20 rules',
      Array.from({ length: 25 }, (_, n) => rule({ recipientId: `r${n}`, amountCents: 4 })),
      ['too_many'],
    ],
    ['a recipient twice', [a, { ...b, recipientId: 'a' }], ['recipient_repeated']],
    [
      'two owners of the remainder',
      [a, b].map((r) => ({ ...r, chargeRemainder: true })),
      ['remainder_repeated'],
    ],
  ])('%s', (_name, rules, expected) => {
    expect(codes(rules)).toEqual(expected);
  });
});
