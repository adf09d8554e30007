import {
  WITHDRAWAL_STATUSES,
  type WithdrawalStatus,
  withdrawalTransitions,
  type WithdrawalTrigger,
} from './withdrawal.transitions';

/** Money contract §15, its table, written out once more: what every trigger makes of every status. */
const EXPECTED: Readonly<Record<WithdrawalTrigger, Readonly<Record<string, WithdrawalStatus>>>> = {
  ask: { '': 'pending' },
  hold_back: { '': 'under_review' },
  approve: { under_review: 'pending' },
  refuse: { under_review: 'failed' },
  cancel: { under_review: 'cancelled', pending: 'cancelled' },
  send: { pending: 'processing' },
  pay: { processing: 'paid' },
  fail: { processing: 'failed' },
  put_off: { processing: 'pending' },
  return_part: { paid: 'partially_returned', partially_returned: 'partially_returned' },
  return_all: { paid: 'returned', partially_returned: 'returned' },
};

const TRIGGERS = Object.keys(EXPECTED) as WithdrawalTrigger[];

const cases = [null, ...WITHDRAWAL_STATUSES].flatMap((from) =>
  TRIGGERS.map((on): [WithdrawalStatus | null, WithdrawalTrigger] => [from, on]),
);

describe('the status machine of a withdrawal', () => {
  it.each(cases)('%s on %s', (from, on) => {
    const to = EXPECTED[on][from ?? ''];
    if (to === undefined) expect(() => withdrawalTransitions.next(from, on)).toThrow(/not possible/);
    else expect(withdrawalTransitions.next(from, on)).toBe(to);
  });

  it('knows these triggers and statuses alone', () => {
    expect([...withdrawalTransitions.statuses].sort()).toEqual([...WITHDRAWAL_STATUSES].sort());
    expect([...withdrawalTransitions.triggers].sort()).toEqual([...TRIGGERS].sort());
  });
});
