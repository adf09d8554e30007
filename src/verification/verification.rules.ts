import { DAY_MS, HOUR_MS, MINUTE_MS } from '../common';
import type { Invariant } from '../common/invariants';
import type { InvariantSchedule } from './invariant-schedule.entity';
import type { InvariantVerdict } from './invariant-verdict.entity';

/** How often rules are read by themselves, and all of them whole (money contract, design notes, Verification). */
export const EVERY_MS = HOUR_MS;
const WHOLE_EVERY_MS = 7 * DAY_MS;
/** Between the beginnings of two runs, however often somebody asks. */
const APART_MS = MINUTE_MS;
/** What a transaction wrote that was longer under way than this is met by the whole run. */
const OVERLAP_MS = 10 * MINUTE_MS;

/** Whether a run begins now: by the clock, or because somebody asked for it. */
export function isDue({ requestedAt, startedAt, nextRunAt }: InvariantSchedule, now: Date): boolean {
  if (isByClock({ nextRunAt }, now)) return true;
  const isApart = startedAt === null || now.getTime() - startedAt.getTime() >= APART_MS;
  return requestedAt !== null && isApart;
}

export function isByClock({ nextRunAt }: Pick<InvariantSchedule, 'nextRunAt'>, now: Date): boolean {
  return nextRunAt <= now;
}

/** Rows of a whole reading that anybody may have read by asking: what is more is read by the clock alone. */
export const ROWS_FOR_THE_ASKING = 1_000_000;

/** How a rule is read: all of it, what changed since a moment, or not at all until the clock has it read. */
export type Scope = { readonly since: Date | null } | 'later';

/**
 * All is read once a week, of a rule that cannot tell what changed, and of one that is broken: it would else seem to hold as soon
 * as what broke it is old.
 */
export function scopeOf(
  rule: Invariant,
  last: Pick<InvariantVerdict, 'lastRunAt' | 'fullRunAt' | 'fullRowsChecked' | 'brokenCount'> | null,
  now: Date,
  isByClock: boolean,
): Scope {
  if (last === null) return { since: null };
  const isPartly = rule.ahead !== undefined || rule.sql.includes('$1');
  const isWeekOver = now.getTime() - last.fullRunAt.getTime() >= WHOLE_EVERY_MS;
  if (!isPartly || last.brokenCount > 0 || isWeekOver) {
    if (isByClock || (last.fullRowsChecked ?? Infinity) <= ROWS_FOR_THE_ASKING) return { since: null };
    if (!isPartly) return 'later';
  }
  return { since: new Date(last.lastRunAt.getTime() - OVERLAP_MS) };
}

/** A node of a plan as EXPLAIN (ANALYZE, FORMAT JSON) tells it. */
export interface PlanNode {
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly Plans?: readonly PlanNode[];
}

/** How many rows of tables a statement has read. */
export function rowsRead(node: PlanNode): number {
  const { Plans: below = [] } = node;
  const own =
    node['Relation Name'] === undefined
      ? 0
      : (node['Actual Rows'] +
          (node['Rows Removed by Filter'] ?? 0) +
          (node['Rows Removed by Index Recheck'] ?? 0)) *
        node['Actual Loops'];
  return Math.round(below.reduce((sum, child) => sum + rowsRead(child), own));
}
