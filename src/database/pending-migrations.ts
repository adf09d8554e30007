import type { DataSource } from 'typeorm';

/** Held while somebody migrates: two at once (two containers, say) take turns, and nobody begins to work meanwhile. */
export const MIGRATION_LOCK = 7_263_118_205;

/**
 * Whether somebody is at it now. Our own migrations are done before the queue's and before the rights of the service's role:
 * that none of ours is pending does not say that all is there.
 */
export async function isBeingMigrated(dataSource: DataSource): Promise<boolean> {
  // Let go of at the end of the statement: who migrates waits for no more than that.
  const [lock] = await dataSource.query<{ free: boolean }[]>(
    'SELECT pg_try_advisory_xact_lock_shared($1) AS free',
    [MIGRATION_LOCK],
  );
  return lock?.free !== true;
}

/**
 * Names of the migrations of this build that the database has not had, oldest first. TypeORM's own question makes its
 * table where there is none, and whoever migrates at that moment finds it made: here only the catalogue is asked.
 */
export async function pendingMigrations(dataSource: DataSource): Promise<string[]> {
  // Its rights come with the migrations: a role that may not read the table yet has had none of them.
  const [table] = await dataSource.query<{ found: boolean }[]>(
    "SELECT coalesce(has_table_privilege(to_regclass('schema_migrations'), 'SELECT'), false) AS found",
  );
  const done =
    table?.found === true
      ? await dataSource.query<{ name: string }[]>('SELECT name FROM schema_migrations')
      : [];
  const names = new Set(done.map(({ name }) => name));
  return dataSource.migrations
    .map((migration) => migration.name ?? migration.constructor.name)
    .filter((name) => !names.has(name));
}
