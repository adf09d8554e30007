import { BANK_HOLIDAYS, FIRST_YEAR, LAST_YEAR } from './bank-holidays';
import { addDays } from './calendar';

const FIXED = ['01-01', '04-21', '05-01', '09-07', '10-12', '11-02', '11-15', '12-25'];

/** Easter Sunday of the Gregorian calendar, by Gauss as corrected by Lichtenberg: no table, and not how ours was made. */
function easter(year: number): string {
  const k = Math.floor(year / 100);
  const m = 15 + Math.floor((3 * k + 3) / 4) - Math.floor((8 * k + 13) / 25);
  const s = 2 - Math.floor((3 * k + 3) / 4);
  const a = year % 19;
  const d = (19 * a + m) % 30;
  const r = Math.floor((d + Math.floor(a / 11)) / 29);
  const og = 21 + d - r;
  const sz = 7 - ((year + Math.floor(year / 4) + s) % 7);
  const oe = 7 - ((og - sz) % 7);
  return addDays(`${year}-03-01`, og + oe - 1);
}

function byLaw(year: number): string[] {
  const sunday = easter(year);
  const carnival = [addDays(sunday, -48), addDays(sunday, -47)];
  const fixed = [...FIXED, ...(year >= 2024 ? ['11-20'] : [])].map((day) => `${year}-${day}`);
  return [...fixed, ...carnival, addDays(sunday, -2), addDays(sunday, 60)].sort();
}

const years = Array.from({ length: LAST_YEAR - FIRST_YEAR + 1 }, (_, index) => FIRST_YEAR + index);

describe('the table of bank holidays', () => {
  it('has every year of its range and no other', () => {
    expect(Object.keys(BANK_HOLIDAYS).map(Number)).toEqual(years);
  });

  it.each(years)('%s is what the laws say', (year) => {
    const listed = (BANK_HOLIDAYS[year] ?? '').split(' ').map((day) => `${year}-${day}`);
    expect(listed).toEqual(byLaw(year));
  });

  // As the central bank's calendar of 2026 has them: Carnival, Good Friday and Corpus Christi hang on Easter, 5 April.
  it('has the days of 2026 that everybody can look up', () => {
    expect(easter(2026)).toBe('2026-04-05');
    expect(BANK_HOLIDAYS[2026]).toBe(
      '01-01 02-16 02-17 04-03 04-21 05-01 06-04 09-07 10-12 11-02 11-15 11-20 12-25',
    );
  });
});
