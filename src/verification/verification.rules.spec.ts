import { isDue, rowsRead, sinceOf } from './verification.rules';

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

  it('what changed since the last time, and a little before; all where that is not enough', () => {
    const last = { lastRunAt: ago(60), fullRunAt: ago(6 * DAY), brokenCount: 0 };
    expect(sinceOf(last, now)).toEqual(ago(70));
    expect(sinceOf(null, now)).toBeNull();
    expect(sinceOf({ ...last, brokenCount: 1 }, now)).toBeNull();
    expect(sinceOf({ ...last, fullRunAt: ago(7 * DAY) }, now)).toBeNull();
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
