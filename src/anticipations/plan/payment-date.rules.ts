import { HOUR_MS } from '../../common';
import { addDays, type BankCalendar, daysBetween, localDay, startOfDay } from '../../common/calendar';
import type { ErrorDetail } from '../../common/errors';

/** Until this hour of a business day in America/Sao_Paulo it is paid on the same day unless another one is named (money contract §16). */
const CLOSES_AT_HOUR = 16;
const MAX_DAYS_AHEAD = 30;

/** On which day an anticipation is paid that names none. */
export function defaultPaymentDate(now: Date, calendar: BankCalendar): string {
  const today = localDay(now);
  const isEarly = now.getTime() < startOfDay(today).getTime() + CLOSES_AT_HOUR * HOUR_MS;
  return calendar.nextBusinessDay(isEarly ? today : addDays(today, 1));
}

/** What is wrong with a day that was named; null: nothing. */
export function paymentDateFault(day: string, now: Date, calendar: BankCalendar): ErrorDetail | null {
  const ahead = daysBetween(localDay(now), day);
  if (ahead < 0) return fault('too_early', 'must not be before today');
  if (ahead > MAX_DAYS_AHEAD) return fault('too_late', `must be at most ${MAX_DAYS_AHEAD} days from today`);
  if (!calendar.isBusinessDay(day)) return fault('not_a_business_day', 'must be a business day');
  return null;
}

function fault(code: string, message: string): ErrorDetail {
  return { field: 'payment_date', code, message };
}
