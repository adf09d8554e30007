import { addDays, type BankCalendar, localDay, startOfDay } from '../../common/calendar';
import { MINUTE_MS } from '../../common';
import type { PayoutMethod } from '../../providers';

/** When a TED leaves, as the hours of a business day in America/Sao_Paulo (money contract §15). */
export const TED_WINDOW = { from: '06:30', to: '17:00' } as const;
const FROM_MINUTES = 6 * 60 + 30;
const TO_MINUTES = 17 * 60;

/** From when a method takes a withdrawal: the moment itself, or the next opening of its window. */
export function opensAt(method: PayoutMethod, now: Date, calendar: BankCalendar): Date {
  if (method === 'pix') return now;
  const today = localDay(now);
  if (calendar.isBusinessDay(today)) {
    if (now < at(today, FROM_MINUTES)) return at(today, FROM_MINUTES);
    if (now < at(today, TO_MINUTES)) return now;
  }
  return at(calendar.nextBusinessDay(addDays(today, 1)), FROM_MINUTES);
}

/** There is no summer time in Brazil any more: minutes after midnight are minutes of the clock. */
function at(day: string, minutes: number): Date {
  return new Date(startOfDay(day).getTime() + minutes * MINUTE_MS);
}
