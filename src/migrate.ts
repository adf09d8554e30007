import { Client } from 'pg';
import { DataSource } from 'typeorm';
import { dataSourceOptions } from './database';

/** Two migrators at once (two containers, say) take turns. */
const MIGRATION_LOCK = 7_263_118_205;

/**
 * Brings a database to the schema of this build: our migrations, then those of the job queue's own schema.
 * A step of its own in production (contract §10), never a side effect of starting a server.
 *
 * @returns the names of the migrations that were applied, none when the schema was up to date
 */
export async function migrateDatabase(url: string): Promise<string[]> {
  const client = new Client({ connectionString: url, application_name: 'repasse-migrate' });
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const applied = await withMigrations(url, (dataSource) => dataSource.runMigrations());
    // Loaded here: who only asks what is pending needs no queue.
    const { runQueueMigrations } = await import('./common/queue/index.js');
    await runQueueMigrations(client);
    return applied.map(({ name }) => name);
  } finally {
    // Ends the session, and the lock with it.
    await client.end();
  }
}

/** Names of the migrations of this build that the database has not had, oldest first. */
export function pendingMigrations(url: string): Promise<string[]> {
  return withMigrations(url, async (dataSource) => {
    const table = await dataSource.query<{ found: boolean }[]>(
      "SELECT to_regclass('schema_migrations') IS NOT NULL AS found",
    );
    const done =
      table[0]?.found === true
        ? await dataSource.query<{ name: string }[]>('SELECT name FROM schema_migrations')
        : [];
    const names = new Set(done.map(({ name }) => name));
    return dataSource.migrations
      .map((migration) => migration.name ?? migration.constructor.name)
      .filter((name) => !names.has(name));
  });
}

/** A connection that knows the migrations but no entity: migrations are plain SQL, and may take their time. */
async function withMigrations<T>(url: string, work: (dataSource: DataSource) => Promise<T>): Promise<T> {
  const dataSource = new DataSource({
    ...dataSourceOptions({ url, poolSize: 2 }),
    entities: [],
    extra: { max: 2, connectionTimeoutMillis: 30_000, options: '-c TimeZone=UTC -c statement_timeout=0' },
  });
  await dataSource.initialize();
  try {
    return await work(dataSource);
  } finally {
    await dataSource.destroy();
  }
}
