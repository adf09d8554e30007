import {
  ACCOUNT_STATUSES,
  type AccountStatus,
  type AccountTrigger,
  providerAccountTransitions,
} from './provider-account.transitions';

/** What the README of providers says of it, written out once more: what every trigger makes of every status. */
const EXPECTED: Readonly<Record<AccountTrigger, Readonly<Record<string, AccountStatus>>>> = {
  add: { '': 'active' },
  disable: { active: 'disabled' },
};

const TRIGGERS = Object.keys(EXPECTED) as AccountTrigger[];

const cases = [null, ...ACCOUNT_STATUSES].flatMap((from) =>
  TRIGGERS.map((on): [AccountStatus | null, AccountTrigger] => [from, on]),
);

describe('the status machine of an account at a provider', () => {
  it.each(cases)('%s on %s', (from, on) => {
    const to = EXPECTED[on][from ?? ''];
    if (to === undefined) expect(() => providerAccountTransitions.next(from, on)).toThrow(/not possible/);
    else expect(providerAccountTransitions.next(from, on)).toBe(to);
  });

  it('knows these triggers and statuses alone', () => {
    expect([...providerAccountTransitions.statuses].sort()).toEqual([...ACCOUNT_STATUSES].sort());
    expect([...providerAccountTransitions.triggers].sort()).toEqual([...TRIGGERS].sort());
  });
});
