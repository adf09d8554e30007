import {
  CHARGE_STATUSES,
  chargeTransitions,
  type ChargeStatus,
  type ChargeTrigger,
} from './charge.transitions';

/** Contract §6, second table, and money contract §17, written out once more: what every trigger makes of every status. */
const EXPECTED: Readonly<Record<string, ChargeStatus>> = {
  ' create': 'pending',
  'pending authorize': 'authorized',
  'pending pay': 'captured',
  'pending decline': 'failed',
  'pending expire': 'expired',
  'pending void': 'voided',
  'authorized void': 'voided',
  'authorized capture': 'captured',
  'captured refund_part': 'partially_refunded',
  'captured refund_rest': 'refunded',
  'partially_refunded refund_part': 'partially_refunded',
  'partially_refunded refund_rest': 'refunded',
  'captured charge_back': 'chargeback',
  'partially_refunded charge_back': 'chargeback',
  'refunded charge_back': 'chargeback',
  'chargeback reverse': 'captured',
  'chargeback reverse_part': 'partially_refunded',
  'chargeback reverse_rest': 'refunded',
  'expired pay': 'captured',
};

const cases = [null, ...CHARGE_STATUSES].flatMap((from) =>
  chargeTransitions.triggers.map((on): [ChargeStatus | null, ChargeTrigger] => [from, on]),
);

describe('the status machine of a charge', () => {
  it.each(cases)('%s on %s', (from, on) => {
    const to = EXPECTED[`${from ?? ''} ${on}`];
    if (to === undefined) expect(() => chargeTransitions.next(from, on)).toThrow(/not possible/);
    else expect(chargeTransitions.next(from, on)).toBe(to);
  });

  it('reaches every status', () => {
    expect([...chargeTransitions.statuses].sort()).toEqual([...CHARGE_STATUSES].sort());
  });
});
