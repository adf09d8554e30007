import { DAY_MS } from '../../common';
import { type ErrorDetail, validationFailed } from '../../common/errors';

/** Where the days of the statistics are: operators look at the clocks of Brazil. */
export const STATISTICS_ZONE = 'America/Sao_Paulo';

const DEFAULT_DAYS = 30;
const MAX_DAYS = 366;

/** Days, YYYY-MM-DD, both inclusive. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

/** The period that was asked for; without one, or with one end of it, 30 days. Throws 422. */
export function periodOf(
  asked: { readonly date_from?: string; readonly date_to?: string },
  now: Date,
): Period {
  const { date_from: first, date_to: last } = asked;
  const to = last ?? latest(dayOf(now), first);
  const from = first ?? daysFrom(to, 1 - DEFAULT_DAYS);
  const fault = faultOf({ from, to });
  if (fault !== null) throw validationFailed([fault]);
  return { from, to };
}

function faultOf({ from, to }: Period): ErrorDetail | null {
  if (from > to) return { field: 'date_from', code: 'after_date_to', message: 'must not be after date_to' };
  if ((Date.parse(to) - Date.parse(from)) / DAY_MS < MAX_DAYS) return null;
  return {
    field: 'date_from',
    code: 'too_early',
    message: `at most ${MAX_DAYS} days can be counted at once`,
  };
}

/** Today, or the first day when that is still to come: a period that begins tomorrow is empty, not wrong. */
function latest(today: string, first: string | undefined): string {
  return first !== undefined && first > today ? first : today;
}

/** The day of a moment in the zone of the statistics. */
function dayOf(moment: Date): string {
  return new Intl.DateTimeFormat('en-CA', {
    timeZone: STATISTICS_ZONE,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).format(moment);
}

function daysFrom(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}
