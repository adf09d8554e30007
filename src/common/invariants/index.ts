/**
 * A rule over several rows and tables that must hold at any moment, whatever processes died meanwhile, read again from the
 * data: the statement answers the rows that break it (contract §9, db invariants). Rules of one row are CHECK constraints.
 */
export interface Invariant {
  readonly name: string;
  readonly sql: string;
}
