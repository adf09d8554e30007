import { isDue, ROWS_FOR_THE_ASKING, rowsRead, scopeOf } from './verification.rules';

const now = new Date('2026-11-24T12:00:00.000Z');
const ago = (minutes: number): Date => new Date(now.getTime() - minutes * 60_000);
const DAY = 24 * 60;

describe('when the rules of the books are read', () => {
  it.each([
    ['by the clock', { nextRunAt: now, startedAt: ago(60), requestedAt: null }, true],
    ['not before', { nextRunAt: ago(-1), startedAt: ago(59), requestedAt: null }, false],
    ['when somebody asks', { nextRunAt: ago(-1), startedAt: ago(1), requestedAt: now }, true],
    ['the first time too', { nextRunAt: ago(-1), startedAt: null, requestedAt: now }, true],
    ['not twice in a minute', { nextRunAt: ago(-1), startedAt: ago(0.9), requestedAt: now }, false],
  ])('%s', (_what, schedule, expected) => {
    expect(isDue({ id: 1, ...schedule }, now)).toBe(expected);
  });

  describe('how much of a rule', () => {
    const sum = { name: 'sum', sql: 'SELECT 1 WHERE $1' };
    const counts = { name: 'counts', sql: 'SELECT 1' };
    const chain = { ...counts, ahead: 'SELECT 1' };
    const last = {
      lastRunAt: ago(60),
      fullRunAt: ago(6 * DAY),
      fullRowsChecked: ROWS_FOR_THE_ASKING,
      brokenCount: 0,
    };
    const large = { ...last, fullRowsChecked: ROWS_FOR_THE_ASKING + 1 };
    const [byClock, asked] = [true, false];
    const whole = { since: null };
    const changed = { since: ago(70) };

    it.each([byClock, asked])('what changed since the last time, and a little before', (how) => {
      for (const rule of [sum, chain]) {
        expect(scopeOf(rule, last, now, how)).toEqual(changed);
        expect(scopeOf(rule, large, now, how)).toEqual(changed);
      }
    });

    it('all where that is not enough', () => {
      for (const how of [byClock, asked])
        for (const rule of [sum, chain, counts]) {
          expect(scopeOf(rule, null, now, how)).toEqual(whole);
          expect(scopeOf(rule, { ...last, brokenCount: 1 }, now, how)).toEqual(whole);
          expect(scopeOf(rule, { ...last, fullRunAt: ago(7 * DAY) }, now, how)).toEqual(whole);
        }
      expect(scopeOf(counts, last, now, asked)).toEqual(whole);
    });

    it('whoever asks has nothing large read', () => {
      const cases = [large, { ...large, brokenCount: 1 }, { ...large, fullRunAt: ago(7 * DAY) }];
      for (const verdict of [...cases, { ...last, fullRowsChecked: null }]) {
        expect(scopeOf(counts, verdict, now, asked)).toBe('later');
        expect(scopeOf(counts, verdict, now, byClock)).toEqual(whole);
        for (const rule of [sum, chain]) expect(scopeOf(rule, verdict, now, asked)).toEqual(changed);
      }
      for (const verdict of cases.slice(1)) expect(scopeOf(chain, verdict, now, byClock)).toEqual(whole);
    });
  });

  it('rows are those of tables, read as often as it was', () => {
    const table = { 'Relation Name': 'charges', 'Actual Rows': 2, 'Actual Loops': 3 };
    const plan = {
      ...{ 'Actual Rows': 1, 'Actual Loops': 1 },
      Plans: [table, { ...table, 'Rows Removed by Filter': 4, 'Rows Removed by Index Recheck': 1 }],
    };
    expect(rowsRead(plan)).toBe(2 * 3 + (2 + 4 + 1) * 3);
  });
});
