import type { Reading } from '../../database';

/** A row that breaks a rule, as it was read. */
export type BrokenRow = Readonly<Record<string, unknown>>;

/**
 * A rule over several rows and tables that must hold at any moment, whatever processes died meanwhile, read again from the
 * data: the statement answers the rows that break it (contract §9, db invariants). Rules of one row are CHECK constraints.
 * `$1`, where a statement has it, is the moment since when rows changed that are to be read; null for all.
 */
export interface Invariant {
  readonly name: string;
  readonly sql: string;
  /** What is read in its place between two whole readings, where `$1` alone would still read what grows. */
  readonly ahead?: string;
}

/** What of the books is to be read. */
export interface InvariantScope {
  /** Only what changed since; null for everything. */
  readonly since: Date | null;
  /** What a foreign system changed later than this may still be on its way to us. */
  readonly settledBefore: Date;
}

/** A rule that SQL alone cannot read: it needs a key, or asks somebody else. Provided by a feature's command line modules. */
export interface InvariantCheck {
  readonly name: string;
  /** The rows that break it, on the snapshot that all rules are read from. */
  check(snapshot: Reading, scope: InvariantScope): Promise<readonly BrokenRow[]>;
}

/** Whether a row counts that was last changed at this column. */
export function changedSince(column: string): string {
  return `($1::timestamptz IS NULL OR ${column} >= $1)`;
}
