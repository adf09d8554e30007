import { ok, strictEqual } from 'node:assert/strict';
import fc from 'fast-check';
import { propertyRuns } from '../../../test/support/property-runs';
import { BankCalendar } from './bank-calendar';
import { addDays, daysBetween } from './calendar';

const calendar = new BankCalendar();
const RUNS = { numRuns: propertyRuns(2_000) };
const day = fc.integer({ min: 0, max: 40 * 365 }).map((days) => addDays('2020-01-01', days));

describe('business days', () => {
  it.each<[string, boolean]>([
    ['2026-11-23', true],
    ['2026-11-21', false],
    ['2026-11-22', false],
    ['2026-11-20', false],
    ['2023-11-20', true],
    ['2026-02-16', false],
    ['2026-02-17', false],
    ['2026-02-18', true],
    ['2026-06-04', false],
    ['2026-12-24', true],
    ['2026-12-25', false],
    // Closed to the public, and money is settled (Resolução CMN 4.880/2020).
    ['2026-12-31', true],
    ['2027-01-01', false],
  ])('%s: %s', (each, expected) => {
    expect(calendar.isBusinessDay(each)).toBe(expected);
  });

  it('next: the day itself, or the first after weekends and holidays in a row', () => {
    expect(calendar.nextBusinessDay('2026-11-23')).toBe('2026-11-23');
    expect(calendar.nextBusinessDay('2026-02-14')).toBe('2026-02-18');
    expect(calendar.nextBusinessDay('2027-01-01')).toBe('2027-01-04');
  });

  it('added: the first one does not count', () => {
    expect(calendar.addBusinessDays('2026-11-19', 1)).toBe('2026-11-23');
    expect(calendar.addBusinessDays('2026-11-21', 1)).toBe('2026-11-23');
    expect(calendar.addBusinessDays('2026-12-30', 2)).toBe('2027-01-04');
    expect(calendar.addBusinessDays('2026-11-21', 0)).toBe('2026-11-23');
  });

  it('the next one is a business day with none between', () => {
    fc.assert(
      fc.property(day, (from) => {
        const next = calendar.nextBusinessDay(from);
        strictEqual(calendar.isBusinessDay(next), true);
        for (let each = from; each < next; each = addDays(each, 1)) {
          if (calendar.isBusinessDay(each)) throw new Error(`${each} lies before ${next}`);
        }
        // The longest rest of the table: Saturday to Tuesday of Carnival.
        ok(daysBetween(from, next) <= 4);
      }),
      RUNS,
    );
  });

  it('added in two steps or in one end on the same day', () => {
    fc.assert(
      fc.property(day, fc.nat(30), fc.nat(30), (from, first, second) => {
        const start = calendar.nextBusinessDay(from);
        strictEqual(
          calendar.addBusinessDays(calendar.addBusinessDays(start, first), second),
          calendar.addBusinessDays(start, first + second),
        );
      }),
      RUNS,
    );
  });

  it('as many are passed as were added', () => {
    fc.assert(
      fc.property(day, fc.integer({ min: 1, max: 30 }), (from, days) => {
        const last = calendar.addBusinessDays(from, days);
        let passed = 0;
        for (let each = from; each < last;) {
          each = addDays(each, 1);
          if (calendar.isBusinessDay(each)) passed += 1;
        }
        strictEqual(passed, days);
      }),
      RUNS,
    );
  });
});

describe('changes of the table', () => {
  it('make a holiday, and a business day of one', () => {
    const changed = new BankCalendar({ added: ['2026-11-23'], removed: ['2026-11-20'] });
    expect(changed.isBusinessDay('2026-11-23')).toBe(false);
    expect(changed.isBusinessDay('2026-11-20')).toBe(true);
    expect(changed.holidaysOf(2026)).toContain('2026-11-23');
    expect(changed.holidaysOf(2026)).not.toContain('2026-11-20');
    expect(calendar.isBusinessDay('2026-11-23')).toBe(true);
  });
});

describe('days that the table does not have', () => {
  it.each(['2019-12-31', '2061-01-01'])('%s is refused rather than guessed', (each) => {
    expect(() => calendar.isBusinessDay(each)).toThrow(RangeError);
  });

  it('nor does a count run into them', () => {
    expect(() => calendar.addBusinessDays('2060-12-30', 5)).toThrow(RangeError);
    expect(() => calendar.holidaysOf(2061)).toThrow(RangeError);
  });
});
