import {
  EVENT_SELECTORS,
  EVENT_TYPES,
  isEventSelector,
  isSubscribed,
  nearestSelector,
} from './event-catalogue';

describe('the event catalogue', () => {
  it('has the kinds of contract §7, the prefixes of all that have one, and everything', () => {
    expect(EVENT_TYPES).toHaveLength(21);
    expect(EVENT_SELECTORS.filter((selector) => selector.includes('*'))).toEqual([
      'charge.*',
      'submerchant.*',
      'document.*',
      'endpoint.*',
      '*',
    ]);
  });

  it.each(['charges.captured', 'charge', 'charge.', 'ping.*', '', 'Charge.captured', '**'])(
    '%s selects nothing',
    (text) => {
      expect(isEventSelector(text)).toBe(false);
    },
  );

  it('a kind, its prefix and * subscribe to it, anything else does not', () => {
    expect(isSubscribed(['charge.captured'], 'charge.captured')).toBe(true);
    expect(isSubscribed(['charge.*'], 'charge.captured')).toBe(true);
    expect(isSubscribed(['*'], 'charge.captured')).toBe(true);
    expect(isSubscribed(['charge.refunded', 'document.*'], 'charge.captured')).toBe(false);
  });

  it('a ping is never fanned out', () => {
    expect(isSubscribed(['*', 'ping'], 'ping')).toBe(false);
  });

  it.each([
    ['charge.capture', 'charge.captured'],
    ['charge.paid', 'charge.failed'],
    ['CHARGE.REFUND', 'charge.refunded'],
    ['charges.*', 'charge.*'],
    ['submerchant.aprove', 'submerchant.active'],
    ['pong', 'ping'],
  ])('the nearest to %s is %s', (text, nearest) => {
    expect(nearestSelector(text)).toBe(nearest);
  });
});
