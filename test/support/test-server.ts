import { Client } from 'pg';
import { migrateDatabase } from '../../src/migrate';
import { startThrowAwayPostgres, type ThrowAwayPostgres } from '../../src/embedded/postgres';

/** What global-setup hands to the Jest workers through the environment. */
export const TEST_ENVIRONMENT = {
  /** Connection string of a database from which others are made. */
  adminUrl: 'E2E_ADMIN_DATABASE_URL',
  /** Name of the migrated template database. */
  template: 'E2E_TEMPLATE_DATABASE',
} as const;

/** The server of this run and what it takes to leave it as it was found. */
export interface TestServer {
  readonly adminUrl: string;
  readonly template: string;
  close(): Promise<void>;
}

/** Starts a throw-away server, or uses that of TEST_DATABASE_URL or DATABASE_URL, and makes the migrated template. */
export async function startTestServer(): Promise<TestServer> {
  const given = process.env['TEST_DATABASE_URL'] ?? process.env['DATABASE_URL'];
  const own: ThrowAwayPostgres | null =
    given === undefined || given === '' ? await startThrowAwayPostgres() : null;
  const adminUrl = own?.url('postgres') ?? given ?? '';
  const template = `repasse_template_${process.pid}`;
  try {
    await makeTemplate(adminUrl, template);
  } catch (error) {
    await own?.stop();
    throw error;
  }
  return {
    adminUrl,
    template,
    close: async () => {
      if (own === null) await dropRunDatabases(adminUrl, template);
      else await own.stop();
    },
  };
}

/** The same server, another database. */
export function siblingUrl(url: string, database: string): string {
  const sibling = new URL(url);
  sibling.pathname = `/${database}`;
  return sibling.href;
}

/** Runs statements on a connection of their own. */
export async function onServer<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function makeTemplate(adminUrl: string, template: string): Promise<void> {
  await onServer(adminUrl, async (client) => {
    await client.query(`DROP DATABASE IF EXISTS "${template}" WITH (FORCE)`);
    // template0: whatever somebody put into template1 of a shared server is not part of the service.
    await client.query(`CREATE DATABASE "${template}" TEMPLATE template0 ENCODING 'UTF8'`);
  });
  await migrateDatabase(siblingUrl(adminUrl, template));
}

async function dropRunDatabases(adminUrl: string, template: string): Promise<void> {
  await onServer(adminUrl, async (client) => {
    const { rows } = await client.query<{ datname: string }>(
      'SELECT datname FROM pg_database WHERE datname LIKE $1',
      [`${template.replaceAll('_', '\\_')}%`],
    );
    for (const { datname } of rows) await client.query(`DROP DATABASE IF EXISTS "${datname}" WITH (FORCE)`);
  });
}
