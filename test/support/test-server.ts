import { createRequire } from 'node:module';
import { Client } from 'pg';
import type { ThrowAwayPostgres } from '../../src/embedded/postgres';

/** The service as it was compiled: where this runs, before the first spec, the sources would be compiled once more. */
const compiled = createRequire(__filename);

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
  const own = given === undefined || given === '' ? await startOwnServer() : null;
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

function startOwnServer(): Promise<ThrowAwayPostgres> {
  const postgres = compiled(
    '../../dist/src/embedded/postgres',
  ) as typeof import('../../src/embedded/postgres');
  return postgres.startThrowAwayPostgres();
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
  const { migrateDatabase } = compiled('../../dist/src/migrate') as typeof import('../../src/migrate');
  await migrateDatabase(siblingUrl(adminUrl, template), null);
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
