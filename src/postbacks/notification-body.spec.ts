import { notificationBody } from './notification-body';

const head = {
  id: 'd1',
  eventId: 'e1',
  event: 'charge.captured',
  occurredAt: new Date('2026-11-20T12:00:00.123Z'),
  sequence: 7,
};
const start =
  '{"id":"d1","event_id":"e1","event":"charge.captured","occurred_at":"2026-11-20T12:00:00.123Z","sequence":7';

describe('the body of a notification', () => {
  it('takes the frozen payload over byte for byte', () => {
    const payload =
      '{"charge":{"amount":1e2,"note":"\\u00e9 \\"}","big":12345678901234567890},"refund":null}';
    expect(notificationBody(head, payload)).toBe(`${start},${payload.slice(1)}`);
  });

  it('is an object also without a payload', () => {
    expect(notificationBody(head, '{}')).toBe(`${start}}`);
  });
});
