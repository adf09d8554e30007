import type { FourEyesConfig } from '../../config';
import { fourEyesRefusal, needsSecondOperator } from './four-eyes.rules';

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
