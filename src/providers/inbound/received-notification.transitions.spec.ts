import {
  NOTIFICATION_STATUSES,
  type NotificationStatus,
  type NotificationTrigger,
  receivedNotificationTransitions,
} from './received-notification.transitions';

/** What the README of providers says of it, written out once more: what every trigger makes of every status. */
const EXPECTED: Readonly<Record<NotificationTrigger, Readonly<Record<string, NotificationStatus>>>> = {
  receive: { '': 'pending' },
  process: { pending: 'processed' },
  abandon: { pending: 'abandoned' },
};

const TRIGGERS = Object.keys(EXPECTED) as NotificationTrigger[];

const cases = [null, ...NOTIFICATION_STATUSES].flatMap((from) =>
  TRIGGERS.map((on): [NotificationStatus | null, NotificationTrigger] => [from, on]),
);

describe('the status machine of a received notification', () => {
  it.each(cases)('%s on %s', (from, on) => {
    const to = EXPECTED[on][from ?? ''];
    if (to === undefined)
      expect(() => receivedNotificationTransitions.next(from, on)).toThrow(/not possible/);
    else expect(receivedNotificationTransitions.next(from, on)).toBe(to);
  });

  it('knows these triggers and statuses alone', () => {
    expect([...receivedNotificationTransitions.statuses].sort()).toEqual([...NOTIFICATION_STATUSES].sort());
    expect([...receivedNotificationTransitions.triggers].sort()).toEqual([...TRIGGERS].sort());
  });
});
