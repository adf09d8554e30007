import {
  MONEY_STATUSES,
  moneyRequestTransitions,
  type MoneyStatus,
  type MoneyTrigger,
} from './money-request.transitions';

/** Money contract §20, written out once more: what every trigger makes of every status. */
const EXPECTED: Readonly<Record<MoneyTrigger, Readonly<Record<string, MoneyStatus>>>> = {
  request: { '': 'waiting' },
  carry_out: { waiting: 'carried_out' },
  withdraw: { waiting: 'withdrawn' },
  expire: { waiting: 'expired' },
};

const TRIGGERS = Object.keys(EXPECTED) as MoneyTrigger[];

const cases = [null, ...MONEY_STATUSES].flatMap((from) =>
  TRIGGERS.map((on): [MoneyStatus | null, MoneyTrigger] => [from, on]),
);

describe('the status machine of a money request', () => {
  it.each(cases)('%s on %s', (from, on) => {
    const to = EXPECTED[on][from ?? ''];
    if (to === undefined) expect(() => moneyRequestTransitions.next(from, on)).toThrow(/not possible/);
    else expect(moneyRequestTransitions.next(from, on)).toBe(to);
  });

  it('knows these triggers and statuses alone', () => {
    expect([...moneyRequestTransitions.statuses].sort()).toEqual([...MONEY_STATUSES].sort());
    expect([...moneyRequestTransitions.triggers].sort()).toEqual([...TRIGGERS].sort());
  });
});
