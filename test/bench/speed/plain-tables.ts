import type { Installation } from '../support/installation';

/** What the plain way needs to write what the product writes. */
export interface PlainGiven {
  readonly databaseUrl: string;
  readonly pepper: string;
  /** The charge whose rows it copies. */
  readonly chargeId: string;
}

/** Where the plain way writes. */
export const PLAIN_SCHEMA = 'plain';

const WRITTEN = [
  'charges',
  'charge_splits',
  'charge_status_history',
  'provider_references',
  'outbox_events',
  'idempotency_records',
];

/**
 * Tables like the product's, with their columns, indexes and checks, and the rows there are; without its triggers, which take a
 * charge only whole and so refuse an entity that is saved after the other.
 */
export async function makePlainTables(installation: Installation): Promise<void> {
  await makeEmptyTables(installation, WRITTEN);
  for (const table of WRITTEN)
    await installation.query(
      `INSERT INTO ${PLAIN_SCHEMA}.${table} OVERRIDING SYSTEM VALUE SELECT * FROM public.${table}`,
    );
}

/** Such tables with no rows in them. */
export async function makeEmptyTables(installation: Installation, tables: readonly string[]): Promise<void> {
  await installation.query(`CREATE SCHEMA ${PLAIN_SCHEMA}`);
  for (const table of tables)
    await installation.query(`CREATE TABLE ${PLAIN_SCHEMA}.${table} (LIKE public.${table} INCLUDING ALL)`);
}

/** Charges that were written there, beside the one that it copies. */
export async function countPlain(installation: Installation): Promise<number> {
  return (await installation.count(`${PLAIN_SCHEMA}.charges`)) - 1;
}
