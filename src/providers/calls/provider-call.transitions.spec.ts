import {
  CALL_STATUSES,
  type CallStatus,
  type CallTrigger,
  providerCallTransitions,
} from './provider-call.transitions';

/** Contract §6, Provider calls, written out once more: what every trigger makes of every status. */
const EXPECTED: Readonly<Record<CallTrigger, Readonly<Record<string, CallStatus>>>> = {
  create: { '': 'pending' },
  succeed: { pending: 'succeeded' },
  fail: { pending: 'failed' },
};

const TRIGGERS = Object.keys(EXPECTED) as CallTrigger[];

const cases = [null, ...CALL_STATUSES].flatMap((from) =>
  TRIGGERS.map((on): [CallStatus | null, CallTrigger] => [from, on]),
);

describe('the status machine of a provider call', () => {
  it.each(cases)('%s on %s', (from, on) => {
    const to = EXPECTED[on][from ?? ''];
    if (to === undefined) expect(() => providerCallTransitions.next(from, on)).toThrow(/not possible/);
    else expect(providerCallTransitions.next(from, on)).toBe(to);
  });

  it('knows these triggers and statuses alone', () => {
    expect([...providerCallTransitions.statuses].sort()).toEqual([...CALL_STATUSES].sort());
    expect([...providerCallTransitions.triggers].sort()).toEqual([...TRIGGERS].sort());
  });
});
