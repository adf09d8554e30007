import { addDays, type BankCalendar } from '../../common/calendar';
import type { Conditions } from '../../terms';

/**
 * The day on which each instalment is due (money contract §13), YYYY-MM-DD: so many days after that of the capture, moved to
 * the next business day. What is due after 0 calendar days settles at the capture itself, on any day.
 */
export function dueDatesOf(
  term: Conditions['settlement'],
  captureDay: string,
  installments: number,
  calendar: BankCalendar,
): string[] {
  return Array.from({ length: installments }, (_, index) => {
    const days = term.days + index * term.interval_days;
    if (term.unit === 'business') return calendar.addBusinessDays(captureDay, days);
    return days === 0 ? captureDay : calendar.nextBusinessDay(addDays(captureDay, days));
  });
}
