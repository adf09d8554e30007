import { addDays, daysBetween, localDay, startOfDay } from './calendar';

describe('days in America/Sao_Paulo', () => {
  it('a day there begins three hours after it begins in UTC', () => {
    expect(localDay(new Date('2026-03-01T02:59:59.999Z'))).toBe('2026-02-28');
    expect(localDay(new Date('2026-03-01T03:00:00.000Z'))).toBe('2026-03-01');
    expect(startOfDay('2026-03-01').toISOString()).toBe('2026-03-01T03:00:00.000Z');
  });

  it('follows the summer time of the past, whose first day began at 01:00', () => {
    expect(startOfDay('2018-11-04').toISOString()).toBe('2018-11-04T03:00:00.000Z');
    expect(startOfDay('2018-11-05').toISOString()).toBe('2018-11-05T02:00:00.000Z');
    expect(startOfDay('2019-02-17').toISOString()).toBe('2019-02-17T03:00:00.000Z');
  });

  it('counts days over the ends of months and leap years', () => {
    expect(addDays('2028-02-28', 2)).toBe('2028-03-01');
    expect(addDays('2026-01-01', -1)).toBe('2025-12-31');
    expect(daysBetween('1997-10-07', '2025-02-21')).toBe(9999);
  });
});
