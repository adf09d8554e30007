import { IdGenerator, SystemClock, SystemRandomness } from '../../src/common';
import { defineEvents, eventCatalogue } from '../../src/common/events';
import { type NewOutboxEvent, Outbox } from '../../src/common/outbox';
import { OutboxNotifierService } from '../../src/common/outbox/outbox-notifier.service';
import { isEventSelector, isSubscribed, nearestSelector } from '../../src/postbacks/event-selectors.rules';
import '../../src/features';
import { NoTracing } from '../../src/common/tracing';

describe('the event catalogue', () => {
  it('has the kinds of contract §7 and money contract §20, the prefixes of all that have one, and everything', () => {
    expect(eventCatalogue.kinds).toHaveLength(48);
    expect(eventCatalogue.selectors.filter((selector) => selector.includes('*'))).toEqual([
      'charge.*',
      'settlement.*',
      'dispute.*',
      'anticipation.*',
      'submerchant.*',
      'wallet.*',
      'destination.*',
      'withdrawal.*',
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

describe('a kind of event that nobody declared', () => {
  it('does not compile where an event is written', () => {
    // @ts-expect-error a kind is a declaration, and only defineEvents makes one
    const event: NewOutboxEvent['event'] = 'charge.imagined';
    expect(event).toBeDefined();
  });

  it('fails at the outbox if it gets there', () => {
    const imagined = defineEvents(
      { field: 'charge', resource: () => Object },
      { 'charge.imagined': { text: 'Nobody lists it.', example: {} } },
    );
    const ids = new IdGenerator(new SystemClock(), new SystemRandomness());
    const notifier = Object.create(OutboxNotifierService.prototype) as OutboxNotifierService;
    const outbox = new Outbox(ids, notifier, new NoTracing());
    const row = (event: NewOutboxEvent['event']) =>
      outbox.row({ event, merchantId: '', resourceId: '', payload: {}, occurredAt: new Date(0) });
    expect(() => row(imagined['charge.imagined'])).toThrow('no feature declares the event charge.imagined');
    expect(row(eventCatalogue.get('charge.captured')).type).toBe('charge.captured');
  });

  it('is not declared twice', () => {
    const again = defineEvents(
      { field: 'charge', resource: () => Object },
      { 'charge.captured': { text: '', example: {} } },
    );
    expect(() => {
      eventCatalogue.declare(again);
    }).toThrow('declared twice');
  });
});
