import { HOUR_MS } from '../../common';
import { addDays, localDay, startOfDay } from '../../common/calendar';

/** How far back an outage is caught up with; older days are read when an operator asks. */
export const CAUGHT_UP_DAYS = 92;
/** Days of which a provider may tell more after they are over: read once a day as long. */
const GROWING_DAYS = 3;

/**
 * The days of a provider that are to be read now, the oldest first: what was not read after it was over, since the first day that was ever
 * read or else yesterday, and those of the last days again, once a day.
 * @param readings when each day was read last, by day; those that were never read are not in it
 */
export function dueDays(now: Date, readings: ReadonlyMap<string, Date | null>): string[] {
  const today = localDay(now);
  const yesterday = addDays(today, -1);
  const [first = yesterday] = [...readings.keys()].sort();
  const due: string[] = [];
  for (let day = first < yesterday ? first : yesterday; day <= yesterday; day = addDays(day, 1)) {
    const readAt = readings.get(day) ?? null;
    const since = day >= addDays(today, -GROWING_DAYS) ? startOfDay(today) : startOfDay(addDays(day, 1));
    if (readAt === null || readAt < since) due.push(day);
  }
  return due;
}

/** A report is told within so much of the day after: later somebody has to ask its provider. */
const LATE_MS = 6 * HOUR_MS;

/** The days that were to be read hours ago, and are not read yet. */
export function lateDays(now: Date, readings: ReadonlyMap<string, Date | null>): string[] {
  return dueDays(new Date(now.getTime() - LATE_MS), readings);
}
