import { Injectable } from '@nestjs/common';
import { BankCalendar, type HolidayChanges } from '../../common/calendar';
import type { Reading } from '../../database';
import { BankCalendarRepository } from './bank-calendar.repository';

/** The bank holidays of a year, YYYY-MM-DD, and which of its days are not as the table that ships has them. */
export interface YearOfHolidays extends HolidayChanges {
  readonly holidays: readonly string[];
}

/** The banks' calendar as it counts here. */
@Injectable()
export class BankCalendarReader {
  constructor(private readonly calendar: BankCalendarRepository) {}

  async get(reading?: Reading): Promise<BankCalendar> {
    return new BankCalendar(await this.calendar.getChanges(reading));
  }

  /** Throws RangeError for a year that the table does not have. */
  async getYear(year: number): Promise<YearOfHolidays> {
    const { added, removed } = await this.calendar.getChanges();
    const ofYear = (days: readonly string[]): string[] => days.filter((day) => day.startsWith(`${year}-`));
    const holidays = new BankCalendar({ added, removed }).holidaysOf(year);
    return { holidays, added: ofYear(added), removed: ofYear(removed) };
  }
}
