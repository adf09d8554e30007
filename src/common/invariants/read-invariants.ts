import type { DataSource } from 'typeorm';
import type { Reading } from '../../database';
import type { BrokenRow, Invariant, InvariantCheck, InvariantScope } from './invariant';

/** Rows shown of one broken rule; the count tells the rest. */
const SHOWN_ROWS = 20;

/** A rule that does not hold. */
export interface BrokenRule {
  readonly rule: string;
  readonly count: number;
  readonly rows: readonly BrokenRow[];
}

/**
 * Reads all rules on one snapshot, which takes no lock that a writer waits for: what a transaction changes meanwhile is seen
 * whole or not at all.
 */
export async function readInvariants(
  dataSource: DataSource,
  rules: readonly Invariant[],
  checks: readonly InvariantCheck[],
  scope: InvariantScope,
): Promise<BrokenRule[]> {
  return dataSource.transaction('REPEATABLE READ', async (snapshot) => {
    await snapshot.query('SET TRANSACTION READ ONLY');
    // A whole ledger is read: that takes longer than any request may, and between two rules an institution may be asked.
    await snapshot.query('SET LOCAL statement_timeout = 0');
    await snapshot.query('SET LOCAL idle_in_transaction_session_timeout = 0');
    const broken: BrokenRule[] = [];
    const note = (rule: string, rows: readonly BrokenRow[]): void => {
      if (rows.length > 0) broken.push({ rule, count: rows.length, rows: rows.slice(0, SHOWN_ROWS) });
    };
    for (const rule of rules) note(rule.name, await rowsOf(snapshot, rule, scope));
    for (const check of checks) note(check.name, await check.check(snapshot, scope));
    return broken;
  });
}

async function rowsOf(
  snapshot: Reading,
  { sql }: Invariant,
  { since }: InvariantScope,
): Promise<readonly BrokenRow[]> {
  return snapshot.query<BrokenRow[]>(sql, sql.includes('$1') ? [since] : []);
}
