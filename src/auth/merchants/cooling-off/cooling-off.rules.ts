import type { MerchantMode } from '../../identity';

/** A month of 30 days: longer than that is no cooling-off, it is a refusal. */
export const MAX_COOLING_OFF_HOURS = 720;

/** For how long after its activation nothing goes to a merchant's new destination, in hours (money contract §12). */
export function coolingOffHoursOf({
  mode,
  coolingOffHours,
}: {
  readonly mode: MerchantMode;
  readonly coolingOffHours: number | null;
}): number {
  return coolingOffHours ?? (mode === 'live' ? 24 : 0);
}
