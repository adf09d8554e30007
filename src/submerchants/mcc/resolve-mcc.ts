import { MCC_RULES } from './mcc-map';
import type { MccRule } from './mcc-rule';

/** What the resolver needs of an economic activity. */
export interface ActivityCode {
  readonly code: string;
  readonly is_primary: boolean;
}

export interface ResolvedMcc {
  readonly mcc: string;
  /** The row that decided, for the reviewer's eyes and for tests. */
  readonly prefix: string;
  readonly reason: string;
}

const SHORTEST_PREFIX = 2;
const SUBCLASS_DIGITS = 7;
const rules = new Map<string, MccRule>(MCC_RULES.map((rule) => [rule[0], rule]));

/** The 7 digits of a CNAE code, without the punctuation it may carry; null when it is not one. */
export function cnaeDigits(code: string): string | null {
  const digits = code.replace(/[./-]/g, '');
  return /^[0-9]{7}$/.test(digits) ? digits : null;
}

/** The longest prefix wins: subclass, class, group, division (contract §5). Null: this activity maps to nothing. */
export function resolveCnae(code: string): ResolvedMcc | null {
  const digits = cnaeDigits(code);
  if (digits === null) return null;
  for (let length = SUBCLASS_DIGITS; length >= SHORTEST_PREFIX; length -= 1) {
    const rule = rules.get(digits.slice(0, length));
    if (rule === undefined) continue;
    const [prefix, mcc, reason] = rule;
    return mcc === null ? null : { mcc, prefix, reason };
  }
  return null;
}

/** The activity that decides: the primary one, or the only one (contract §5). */
export function decidingActivity<T extends ActivityCode>(activities: readonly T[]): T | null {
  const primary = activities.find((activity) => activity.is_primary);
  if (primary !== undefined) return primary;
  return activities.length === 1 ? (activities[0] ?? null) : null;
}

/** The merchant category code of these activities, or null: there is no default (contract §5). */
export function resolveMcc(activities: readonly ActivityCode[]): ResolvedMcc | null {
  const activity = decidingActivity(activities);
  return activity === null ? null : resolveCnae(activity.code);
}
