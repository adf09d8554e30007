import { BankCalendar } from '../../common/calendar';
import { lastDay, lastDue, nextAfter } from './schedule.rules';

const calendar = new BankCalendar();
const daily = { frequency: 'daily', day: null } as const;
const weekly = (day: number) => ({ frequency: 'weekly', day }) as const;
const monthly = (day: number) => ({ frequency: 'monthly', day }) as const;

describe('the days of automatic withdrawals (money contract §12)', () => {
  it.each([
    [daily, '2026-11-24', '2026-11-25'],
    // Friday to Monday.
    [daily, '2026-11-27', '2026-11-30'],
    // Saturday and Sunday are Monday's.
    [daily, '2026-11-28', '2026-11-30'],
    // 20 November, a holiday, is a Friday.
    [daily, '2026-11-19', '2026-11-23'],
    // Saturday to Tuesday of Carnival.
    [daily, '2026-02-13', '2026-02-18'],
    [weekly(1), '2026-11-24', '2026-11-30'],
    [weekly(5), '2026-11-19', '2026-11-23'],
    [weekly(5), '2026-11-23', '2026-11-27'],
    [weekly(2), '2026-02-16', '2026-02-18'],
    [monthly(31), '2026-02-02', '2026-03-02'],
    [monthly(31), '2026-03-02', '2026-03-31'],
    [monthly(31), '2027-02-01', '2027-03-01'],
    [monthly(29), '2024-02-28', '2024-02-29'],
    [monthly(30), '2026-04-01', '2026-04-30'],
    [monthly(31), '2026-04-01', '2026-04-30'],
    [monthly(1), '2026-11-24', '2026-12-01'],
    // 1 January is a Friday and a holiday.
    [monthly(1), '2026-12-01', '2027-01-04'],
    // Told on the Sunday between its day and the one that it moved to.
    [monthly(28), '2026-11-29', '2026-11-30'],
  ] as const)('%j after %s: %s', (schedule, day, next) => {
    expect(nextAfter(schedule, day, calendar)).toBe(next);
  });

  it('begin at 09:00 there', () => {
    expect(lastDay(new Date('2026-11-24T11:59:59.999Z'))).toBe('2026-11-23');
    expect(lastDay(new Date('2026-11-24T12:00:00.000Z'))).toBe('2026-11-24');
    expect(lastDay(new Date('2026-11-25T02:59:59.999Z'))).toBe('2026-11-24');
  });

  it('that were missed are made up for once', () => {
    expect(lastDue(daily, '2026-11-23', '2026-11-26', calendar)).toBe('2026-11-26');
    expect(lastDue(daily, '2026-11-27', '2026-11-29', calendar)).toBe('2026-11-27');
    expect(lastDue(weekly(1), '2026-11-23', '2026-11-26', calendar)).toBe('2026-11-23');
    expect(lastDue(monthly(15), '2026-09-15', '2026-11-24', calendar)).toBe('2026-11-16');
  });
});
