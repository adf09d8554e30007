import type { FourEyesConfig } from '../../config';
import { type Account, fourEyesRefusal, hindranceOf, needsSecondOperator } from './four-eyes.rules';

const config = (changes: Partial<FourEyesConfig> = {}): FourEyesConfig => ({
  for: 'live',
  mccs: new Set(['7995', '5912']),
  revenueCents: 40_000_000,
  ...changes,
});
const CALM = { mccs: ['5411'], monthlyRevenueReais: 400_000 };

describe('which decisions two operators share (contract §8, Four eyes)', () => {
  it('a final rejection always, an approval not without risk', () => {
    expect(needsSecondOperator(config(), 'live', CALM, 'reject')).toBe(true);
    expect(needsSecondOperator(config(), 'live', CALM, 'approve')).toBe(false);
  });

  it.each([
    [{ mccs: ['7995'], monthlyRevenueReais: 1 }, true],
    [{ mccs: ['5912'], monthlyRevenueReais: 1 }, true],
    [{ mccs: ['5411', '7995'], monthlyRevenueReais: 1 }, true],
    [{ mccs: [null], monthlyRevenueReais: 1 }, true],
    [{ mccs: ['5411', null], monthlyRevenueReais: 1 }, true],
    [{ mccs: ['5411'], monthlyRevenueReais: null }, true],
    [{ mccs: ['5411'], monthlyRevenueReais: 0 }, false],
    [{ mccs: ['5411'], monthlyRevenueReais: 400_000.01 }, true],
    [{ mccs: ['5411'], monthlyRevenueReais: 399_999.99 }, false],
    [{ mccs: ['5411'], monthlyRevenueReais: 999_999_999_999.99 }, true],
  ])('an approval of %p: %p', (risk, expected) => {
    expect(needsSecondOperator(config(), 'live', risk, 'approve')).toBe(expected);
  });

  it('compares cents, not binary fractions', () => {
    const risky = { mccs: ['5411'], monthlyRevenueReais: 1.15 };
    expect(needsSecondOperator(config({ revenueCents: 115 }), 'live', risky, 'approve')).toBe(false);
    expect(needsSecondOperator(config({ revenueCents: 114 }), 'live', risky, 'approve')).toBe(true);
  });

  it.each([
    ['live', 'live', true],
    ['live', 'test', false],
    ['all', 'test', true],
    ['all', 'live', true],
    ['off', 'live', false],
    ['off', 'test', false],
  ] as const)('FOUR_EYES=%s, a %s merchant: %p', (wanted, mode, expected) => {
    expect(needsSecondOperator(config({ for: wanted }), mode, CALM, 'reject')).toBe(expected);
  });
});

describe('who may complete a decision (contract §8, Four eyes)', () => {
  const decidedAt = new Date('2026-11-22T12:00:00Z');
  const before = new Date('2026-11-22T11:59:59Z');
  const after = new Date('2026-11-22T12:00:01Z');
  const account = (id: string, makers: string[] = [], passwordSetAt: Date | null = before): Account => ({
    id,
    makerIds: new Set(makers),
    passwordSetAt,
  });
  const ana = account('ana');

  it.each([
    ['another operator', ana, account('bia'), null],
    ['the same one', ana, ana, 'same_operator'],
    ['whom the first one made', ana, account('bia', ['ana']), 'maker'],
    ['whom one made whom the first one made', ana, account('caio', ['bia', 'ana']), 'maker'],
    ['whom both have a maker in common', account('bia', ['ana']), account('caio', ['ana']), null],
    ['whose password somebody else knows', ana, account('bia', [], null), 'password_not_set'],
    [
      'who made the first one, whose password was its own',
      account('bia', ['ana'], before),
      account('ana'),
      null,
    ],
    [
      'who made the first one, who had no own password',
      account('bia', ['ana'], null),
      account('ana'),
      'maker',
    ],
    ['the same, who chose one since', account('bia', ['ana'], after), account('ana'), 'maker'],
    ['another one, of an account without own password', account('bia', ['ana'], null), account('caio'), null],
  ] as const)('%s', (_, first, second, expected) => {
    expect(hindranceOf(first, decidedAt, second)).toBe(expected);
  });
});

describe('a decision while a first one waits (contract §8, Four eyes)', () => {
  it.each([
    ['approve', null, 'approve', null],
    ['approve', 'same_operator', 'approve', 'SECOND_OPERATOR_REQUIRED'],
    ['approve', null, 'reject', 'SECOND_DECISION_PENDING'],
    ['reject', null, 'approve', 'SECOND_DECISION_PENDING'],
    ['reject', null, null, 'SECOND_DECISION_PENDING'],
  ] as const)('%s (hindered by %s), then %s: %s', (decision, hindrance, shared, refusal) => {
    expect(fourEyesRefusal({ decision, hindrance }, shared)).toBe(refusal);
  });
});
