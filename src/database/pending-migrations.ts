import type { DataSource } from 'typeorm';

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
