import { nextWaitMs, parseRetryAfter } from './attempt.rules';

const waits = [0, 5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400];

describe('the schedule of attempts', () => {
  it('waits 0, 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h, 24 h', () => {
    const actual = waits.map((_, attempts) => nextWaitMs(waits, attempts, 0.5, null));
    expect(actual).toEqual(waits.map((seconds) => seconds * 1_000));
    expect(nextWaitMs(waits, 12, 0.5, null)).toBe(86_400_000);
  });

  it('spreads each wait by 20 % either way', () => {
    expect(nextWaitMs(waits, 2, 0, null)).toBe(240_000);
    expect(nextWaitMs(waits, 2, 0.999_999, null)).toBeCloseTo(360_000, -1);
  });

  it('Retry-After lengthens a wait, to 24 h at most, and never shortens one', () => {
    expect(nextWaitMs(waits, 1, 0.5, 60_000)).toBe(60_000);
    expect(nextWaitMs(waits, 1, 0.5, 1_000)).toBe(5_000);
    expect(nextWaitMs(waits, 1, 0.5, 900_000_000)).toBe(86_400_000);
  });

  it('Retry-After is seconds or an HTTP date', () => {
    const now = new Date('2026-11-20T12:00:00Z');
    expect(parseRetryAfter('120', now)).toBe(120_000);
    expect(nextWaitMs(waits, 1, 0.5, parseRetryAfter('9'.repeat(400), now))).toBe(86_400_000);
    expect(parseRetryAfter('Fri, 20 Nov 2026 12:01:00 GMT', now)).toBe(60_000);
    expect(parseRetryAfter('Fri, 20 Nov 2026 11:00:00 GMT', now)).toBe(0);
    for (const header of [undefined, '', '-1', '1.5', 'soon', '2026-11-20'])
      expect(parseRetryAfter(header, now)).toBeNull();
  });
});
