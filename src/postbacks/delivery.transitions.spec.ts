import {
  DELIVERY_STATUSES,
  type DeliveryStatus,
  deliveryTransitions,
  type DeliveryTrigger,
  statusAfter,
  statusesFrom,
  TO_BE_SENT,
} from './delivery.transitions';

/** Contract §7, written out once more: what every trigger makes of every status. */
const EXPECTED: Readonly<Record<DeliveryTrigger, Readonly<Record<string, DeliveryStatus>>>> = {
  enqueue: { '': 'pending' },
  hold: { '': 'held', pending: 'held', retrying: 'held' },
  cancel: { '': 'cancelled', pending: 'cancelled', retrying: 'cancelled', held: 'cancelled' },
  expire: { held: 'cancelled' },
  deliver: {
    pending: 'delivered',
    retrying: 'delivered',
    held: 'delivered',
    cancelled: 'delivered',
    exhausted: 'delivered',
  },
  retry: { pending: 'retrying', retrying: 'retrying' },
  exhaust: { pending: 'exhausted', retrying: 'exhausted' },
  restore: { retrying: 'delivered' },
  resend: {
    retrying: 'retrying',
    delivered: 'retrying',
    exhausted: 'retrying',
    held: 'retrying',
    cancelled: 'retrying',
  },
  replay_unsent: { pending: 'pending', retrying: 'pending', held: 'pending', cancelled: 'pending' },
  replay_sent: {
    retrying: 'retrying',
    delivered: 'retrying',
    exhausted: 'retrying',
    held: 'retrying',
    cancelled: 'retrying',
  },
};

const cases = [null, ...DELIVERY_STATUSES].flatMap((from) =>
  (Object.keys(EXPECTED) as DeliveryTrigger[]).map((on): [DeliveryStatus | null, DeliveryTrigger] => [
    from,
    on,
  ]),
);

describe('the status machine of a delivery', () => {
  it.each(cases)('%s on %s', (from, on) => {
    const to = EXPECTED[on][from ?? ''];
    if (to === undefined) expect(() => deliveryTransitions.next(from, on)).toThrow(/not possible/);
    else expect(deliveryTransitions.next(from, on)).toBe(to);
  });

  it('knows these triggers and statuses alone', () => {
    expect([...deliveryTransitions.statuses].sort()).toEqual([...DELIVERY_STATUSES].sort());
    expect([...deliveryTransitions.triggers].sort()).toEqual(Object.keys(EXPECTED).sort());
  });

  it('gives statements over many rows their statuses', () => {
    expect(statusesFrom('cancel')).toBe(`'pending', 'retrying', 'held'`);
    expect(statusAfter('expire')).toBe(`'cancelled'`);
    // As the partial index on what is due spells it.
    expect(TO_BE_SENT).toBe(`'pending', 'retrying'`);
  });
});
