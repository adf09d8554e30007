import { Client } from 'pg';
import { DataSource } from 'typeorm';
import { connectionOptions, grantServiceRights, MIGRATION_LOCK, pendingMigrations } from './database';

const QUEUE_SEQUENCES = `
  SELECT bullmq.next_job_id(queue) FROM unnest($1::text[]) AS queue
   WHERE to_regclass('bullmq.' || bullmq.job_id_seq_name(queue)) IS NULL`;

/**
 * Brings a database to the schema of this build: our migrations, then those of the job queue's own schema.
 * A step of its own in production (contract §10), never a side effect of starting a server.
 *
 * @param serviceRole the role of API and worker, when that is not the one that migrates: its rights are granted anew
 * @returns the names of the migrations that were applied, none when the schema was up to date
 */
export async function migrateDatabase(url: string, serviceRole: string | null): Promise<string[]> {
  const client = new Client({ connectionString: url, application_name: 'repasse-migrate' });
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const applied = await withMigrations(url, (dataSource) => dataSource.runMigrations());
    // Loaded here: who only asks what is pending needs no queue.
    const { QUEUE_NAMES, runQueueMigrations } = await import('./common/queue/index.js');
    await runQueueMigrations(client);
    // BullMQ makes a queue's sequence with its first job; the role that adds jobs may make nothing (decision 0027).
    await client.query(QUEUE_SEQUENCES, [QUEUE_NAMES]);
    if (serviceRole !== null) await grantServiceRights(client, serviceRole);
    return applied.map(({ name }) => name);
  } finally {
    // Ends the session, and the lock with it.
    await client.end();
  }
}

/**
 * Whether something that happened before there were books is still to be written into them. Asked of the database alone: nearly always
 * it is not, and then nothing of the service is loaded for it.
 */
export async function hasIncompleteBooks(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, application_name: 'repasse-prepare' });
  await client.connect();
  try {
    const { rows } = await client.query('SELECT 1 FROM books WHERE backfilled_at IS NULL LIMIT 1');
    return rows.length > 0;
  } finally {
    await client.end();
  }
}

/** Names of the migrations of this build that the database has not had, oldest first. */
export function migrationsToCome(url: string): Promise<string[]> {
  return withMigrations(url, pendingMigrations);
}

/** Migrations are plain SQL, and may take their time. */
async function withMigrations<T>(url: string, work: (dataSource: DataSource) => Promise<T>): Promise<T> {
  const dataSource = new DataSource({
    ...connectionOptions({ url, poolSize: 2 }),
    extra: { max: 2, connectionTimeoutMillis: 30_000, options: '-c TimeZone=UTC -c statement_timeout=0' },
  });
  await dataSource.initialize();
  try {
    return await work(dataSource);
  } finally {
    await dataSource.destroy();
  }
}
