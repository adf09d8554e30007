import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { HolidayChanges } from '../../common/calendar';
import { prepared, type Reading, type Tx } from '../../database';

/** The days that differ from the table that ships. */
@Injectable()
export class BankCalendarRepository {
  constructor(private readonly dataSource: DataSource) {}

  async getChanges(on: Reading = this.dataSource.manager): Promise<HolidayChanges> {
    const rows = await on.query<{ day: string; isHoliday: boolean }[]>(
      prepared('SELECT day::text AS day, is_holiday AS "isHoliday" FROM bank_calendar_changes ORDER BY day'),
    );
    const days = (isHoliday: boolean): string[] =>
      rows.filter((row) => row.isHoliday === isHoliday).map(({ day }) => day);
    return { added: days(true), removed: days(false) };
  }

  async upsert(tx: Tx, day: string, isHoliday: boolean, at: Date): Promise<void> {
    await tx.query(
      `INSERT INTO bank_calendar_changes (day, is_holiday, changed_at) VALUES ($1::date, $2, $3)
       ON CONFLICT (day) DO UPDATE SET is_holiday = excluded.is_holiday, changed_at = excluded.changed_at`,
      [day, isHoliday, at],
    );
  }

  /** The day is again what the table says. */
  async delete(tx: Tx, day: string): Promise<void> {
    await tx.query('DELETE FROM bank_calendar_changes WHERE day = $1::date', [day]);
  }
}
