import { type SubscriptionHistory, wasSubscribed } from './subscription.rules';

describe('who gets an event (contract §7)', () => {
  const history: SubscriptionHistory = {
    createdPosition: 10,
    past: [
      { untilPosition: 20, events: ['charge.captured'] },
      { untilPosition: 30, events: ['charge.failed'] },
    ],
    events: ['charge.*'],
  };

  it.each([
    [9, 'charge.captured', false],
    [11, 'charge.captured', true],
    [19, 'charge.failed', false],
    [21, 'charge.failed', true],
    [29, 'charge.captured', false],
    [31, 'charge.captured', true],
    [31, 'charge.failed', true],
    [31, 'document.approved', false],
  ])('at position %i, %s: %s', (position, type, expected) => {
    expect(wasSubscribed(history, { type, position })).toBe(expected);
  });

  it('a deleted endpoint gets what happened before, and nothing since', () => {
    const deleted = { ...history, events: null };
    expect(wasSubscribed(deleted, { type: 'charge.failed', position: 29 })).toBe(true);
    expect(wasSubscribed(deleted, { type: 'charge.failed', position: 31 })).toBe(false);
  });
});
