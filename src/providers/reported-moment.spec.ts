import { reportedMoment } from './reported-moment';

const MIDNIGHT = new Date('2026-11-24T03:00:00.000Z');
const NOON = new Date('2026-11-24T15:00:00.000Z');
const about = { since: MIDNIGHT, now: NOON };

describe('when something happened', () => {
  it('is what the institution tells', () => {
    const reported = new Date('2026-11-24T04:05:06.789Z');
    expect(reportedMoment(reported, about)).toEqual(reported);
  });

  it('is now, where it tells nothing or no moment', () => {
    expect(reportedMoment(undefined, about)).toEqual(NOON);
    expect(reportedMoment(new Date('never'), about)).toEqual(NOON);
  });

  it('is never later than now, nor earlier than what it is about', () => {
    expect(reportedMoment(new Date('2099-01-01T00:00:00Z'), about)).toEqual(NOON);
    expect(reportedMoment(new Date(0), about)).toEqual(MIDNIGHT);
  });

  it('is now, where our own clock went back since', () => {
    expect(reportedMoment(undefined, { since: NOON, now: MIDNIGHT })).toEqual(MIDNIGHT);
    expect(reportedMoment(NOON, { since: NOON, now: MIDNIGHT })).toEqual(MIDNIGHT);
  });
});
