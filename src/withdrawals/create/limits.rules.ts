import type { ErrorDetail } from '../../common/errors';
import type { Conditions } from '../../terms';

export interface UsedToday {
  readonly count: number;
  readonly amountCents: number;
}

/** What of the limits a withdrawal of this amount would pass (money contract §15); fees do not count. */
export function limitsPassed(
  limits: Conditions['limits'],
  used: UsedToday,
  amountCents: number,
): ErrorDetail[] {
  const {
    minimum_cents: minimum,
    maximum_cents: maximum,
    daily_amount_cents: daily,
    daily_count: count,
  } = limits;
  const details: ErrorDetail[] = [];
  const passed = (code: string, message: string) => details.push({ field: 'amount', code, message });
  if (amountCents < minimum) passed('below_minimum', `must be at least ${minimum} cents`);
  if (maximum !== null && amountCents > maximum) passed('above_maximum', `must be at most ${maximum} cents`);
  if (daily !== null && used.amountCents + amountCents > daily)
    passed('daily_amount', `at most ${daily} cents leave a wallet in a day`);
  if (used.count >= count) passed('daily_count', `at most ${count} withdrawals leave a wallet in a day`);
  return details;
}
