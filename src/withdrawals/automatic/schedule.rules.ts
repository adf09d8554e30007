import { addDays, type BankCalendar, localDay, startOfDay } from '../../common/calendar';
import { HOUR_MS } from '../../common';
import type { KeptAutomatic } from '../../wallets';

type Schedule = Pick<KeptAutomatic, 'frequency' | 'day'>;

/** When automatic withdrawals run, in America/Sao_Paulo (money contract §12). */
const HOUR = 9;
/** No rest of the banks is longer. */
const LONGEST_REST_DAYS = 10;

/** The last day whose hour has come. */
export function lastDay(now: Date): string {
  const today = localDay(now);
  // There is no summer time in Brazil any more: hours after midnight are hours of the clock.
  return now.getTime() >= startOfDay(today).getTime() + HOUR * HOUR_MS ? today : addDays(today, -1);
}

/** The first business day after another on which a wallet is paid out: its own, or the one that a day of rest moves it to. */
export function nextAfter(schedule: Schedule, day: string, calendar: BankCalendar): string {
  for (let named = addDays(day, -LONGEST_REST_DAYS); ; named = addDays(named, 1)) {
    if (!isNamed(schedule, named)) continue;
    const businessDay = calendar.nextBusinessDay(named);
    if (businessDay > day) return businessDay;
  }
}

/** The last of the days from one that is due on until a day: what was missed between is made up for once. */
export function lastDue(schedule: Schedule, nextOn: string, until: string, calendar: BankCalendar): string {
  let due = nextOn;
  for (let next = due; next <= until; next = nextAfter(schedule, next, calendar)) due = next;
  return due;
}

function isNamed({ frequency, day }: Schedule, date: string): boolean {
  if (frequency === 'daily') return true;
  if (day === null) throw new Error(`a ${frequency} schedule has its day`);
  if (frequency === 'weekly') return new Date(`${date}T00:00:00.000Z`).getUTCDay() === day;
  const ofMonth = Number(date.slice(8));
  // Beyond the end of the month: its last day.
  return ofMonth === day || (ofMonth < day && addDays(date, 1).slice(8) === '01');
}
