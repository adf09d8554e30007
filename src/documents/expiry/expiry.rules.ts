import { DAY_MS } from '../../common';
import { isCalendarDay } from '../../common/validation';
import type { DocumentStatus } from '../document.transitions';

/**
 * The first moment at which a document is no longer valid: a day is valid to its end, in UTC like every timestamp; a
 * moment is the end itself.
 */
export function expiryMoment(expiresAt: string): Date {
  const sent = new Date(expiresAt);
  return isCalendarDay(expiresAt) ? new Date(sent.getTime() + DAY_MS) : sent;
}

interface Expiring {
  readonly status: DocumentStatus;
  readonly expiresOn: Date | null;
}

/** Whether its time is over, also where the expiry job has not marked it yet. */
export function hasExpired({ status, expiresOn }: Expiring, now: Date): boolean {
  if (status === 'expired') return true;
  return (status === 'pending' || status === 'approved') && expiresOn !== null && expiresOn <= now;
}

/** The status that counts now. */
export function effectiveStatus(document: Expiring, now: Date): DocumentStatus {
  return hasExpired(document, now) ? 'expired' : document.status;
}

/** How many days before its end a merchant is warned: contract §5, Documents. */
export const EXPIRY_WARNING_DAYS = [30, 7] as const;

/**
 * The warning that a document is due now, in days, or null. One that is sent with little time left is warned of once,
 * with the shorter one; none is repeated.
 */
export function dueWarning(
  { expiresOn, expiryWarnedDays, status }: Expiring & { readonly expiryWarnedDays: number | null },
  now: Date,
): number | null {
  if (expiresOn === null || (status !== 'pending' && status !== 'approved')) return null;
  const daysLeft = (expiresOn.getTime() - now.getTime()) / DAY_MS;
  const reached = EXPIRY_WARNING_DAYS.filter((days) => daysLeft <= days).at(-1);
  if (daysLeft <= 0 || reached === undefined) return null;
  return expiryWarnedDays === null || expiryWarnedDays > reached ? reached : null;
}
