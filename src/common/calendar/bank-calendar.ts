import { BANK_HOLIDAYS, FIRST_YEAR, LAST_YEAR } from './bank-holidays';
import { addDays } from './calendar';

/** What makes a bank calendar differ from the table; days are YYYY-MM-DD. */
export interface HolidayChanges {
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/** A calendar is made for each payment: what all have in common is read once. */
const TABLED: ReadonlySet<string> = new Set(
  Object.entries(BANK_HOLIDAYS).flatMap(([year, days]) => days.split(' ').map((day) => `${year}-${day}`)),
);

const SUNDAY = 0;
const SATURDAY = 6;

/** The business days of Brazil's banks: Monday to Friday and no bank holiday (contract §13). */
export class BankCalendar {
  private readonly added: ReadonlySet<string>;
  private readonly removed: ReadonlySet<string>;

  constructor({ added, removed }: HolidayChanges = { added: [], removed: [] }) {
    this.added = new Set(added);
    this.removed = new Set(removed);
  }

  /** @throws RangeError for a day outside the table: nobody knows what it is. */
  isBusinessDay(day: string): boolean {
    assertKnown(day);
    const weekday = new Date(`${day}T00:00:00.000Z`).getUTCDay();
    return weekday !== SUNDAY && weekday !== SATURDAY && !this.isHoliday(day);
  }

  /** The day itself when it is a business day, else the first one after it. */
  nextBusinessDay(day: string): string {
    let next = day;
    while (!this.isBusinessDay(next)) next = addDays(next, 1);
    return next;
  }

  /** So many business days after a day of any kind, which is not counted; 0: the next business day, or the day itself. */
  addBusinessDays(day: string, days: number): string {
    if (days === 0) return this.nextBusinessDay(day);
    let last = day;
    for (let left = days; left > 0; left -= 1) last = this.nextBusinessDay(addDays(last, 1));
    return last;
  }

  /** The bank holidays of a year in order, those on Saturdays and Sundays too. */
  holidaysOf(year: number): string[] {
    assertKnown(`${year}-01-01`);
    const ofYear = [...TABLED, ...this.added].filter((day) => day.startsWith(`${year}-`));
    return [...new Set(ofYear)].filter((day) => this.isHoliday(day)).sort();
  }

  private isHoliday(day: string): boolean {
    return this.added.has(day) || (TABLED.has(day) && !this.removed.has(day));
  }
}

function assertKnown(day: string): void {
  const year = Number(day.slice(0, 4));
  if (!(year >= FIRST_YEAR && year <= LAST_YEAR)) {
    throw new RangeError(`The calendar of bank holidays has no ${day}.`);
  }
}
