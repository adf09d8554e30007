import { DAY_MS, HOUR_MS, MINUTE_MS } from '../common';
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
  if (nextRunAt <= now) return true;
  const isApart = startedAt === null || now.getTime() - startedAt.getTime() >= APART_MS;
  return requestedAt !== null && isApart;
}

/** From which moment on rows are read that changed; null: all, also of a rule that is broken, which would else seem to hold. */
export function sinceOf(
  last: Pick<InvariantVerdict, 'lastRunAt' | 'fullRunAt' | 'brokenCount'> | null,
  now: Date,
): Date | null {
  if (last === null || last.brokenCount > 0) return null;
  if (now.getTime() - last.fullRunAt.getTime() >= WHOLE_EVERY_MS) return null;
  return new Date(last.lastRunAt.getTime() - OVERLAP_MS);
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
