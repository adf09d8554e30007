import {
  REFUND_STATUSES,
  refundTransitions,
  type RefundStatus,
  type RefundTrigger,
} from './refund.transitions';

/** Contract §6, Refunds, written out once more: what every trigger makes of every status. */
const EXPECTED: Readonly<Record<string, RefundStatus>> = {
  ' create': 'pending',
  'pending succeed': 'succeeded',
  'pending fail': 'failed',
};

const cases = [null, ...REFUND_STATUSES].flatMap((from) =>
  refundTransitions.triggers.map((on): [RefundStatus | null, RefundTrigger] => [from, on]),
);

describe('the status machine of a refund', () => {
  it.each(cases)('%s on %s', (from, on) => {
    const to = EXPECTED[`${from ?? ''} ${on}`];
    if (to === undefined) expect(() => refundTransitions.next(from, on)).toThrow(/not possible/);
    else expect(refundTransitions.next(from, on)).toBe(to);
  });

  it('reaches every status', () => {
    expect([...refundTransitions.statuses].sort()).toEqual([...REFUND_STATUSES].sort());
  });
});
