import { Injectable } from '@nestjs/common';
import { Clock } from '../../common';
import { type AuditActor, AuditLog } from '../../common/audit';
import { BankCalendar } from '../../common/calendar';
import { TxRunner } from '../../database';
import { BankCalendarRepository } from './bank-calendar.repository';

/** Makes a day a bank holiday, or none; dates that were computed before stay (money contract §13). */
@Injectable()
export class ChangeBankCalendarUseCase {
  constructor(
    private readonly calendar: BankCalendarRepository,
    private readonly transactions: TxRunner,
    private readonly clock: Clock,
    private readonly audit: AuditLog,
  ) {}

  /** @param day YYYY-MM-DD; throws RangeError for a year that the table does not have */
  execute(day: string, isHoliday: boolean, actor: AuditActor): Promise<void> {
    const isTabled = new BankCalendar().holidaysOf(Number(day.slice(0, 4))).includes(day);
    return this.transactions.run(async (tx) => {
      if (isTabled === isHoliday) await this.calendar.delete(tx, day);
      else await this.calendar.upsert(tx, day, isHoliday, this.clock.now());
      await this.audit.append(tx, {
        action: isHoliday ? 'calendar.day_added' : 'calendar.day_removed',
        actor,
        target: { type: 'bank_holiday', id: day },
      });
    });
  }
}
