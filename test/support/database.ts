import { onServer, siblingUrl, TEST_ENVIRONMENT } from './test-server';

const TEMPLATE_IN_USE = '55006';
const CLONE_TRIES = 20;

let made: Promise<string> | null = null;
let redis: { url: string; prefix: string } | null = null;

/**
 * Connection string of the database of this spec file: a fresh copy of the migrated template, one per Jest
 * worker at a time (decision 0024). It is made when first asked for, and replaces the one of the worker's spec file before.
 */
export function workerDatabaseUrl(): Promise<string> {
  made ??= cloneTemplate();
  return made;
}

/**
 * The Redis of this Jest worker when the run is on Redis, else null: a numbered database of its own, which the
 * spec may empty, and a queue prefix that no earlier spec file used.
 */
export function workerRedis(): { url: string; prefix: string } | null {
  if (process.env['E2E_BACKEND'] !== 'redis') return null;
  const url = new URL(requireVariable('REDIS_URL'));
  url.pathname = `/${workerNumber()}`;
  redis ??= { url: url.href, prefix: `e2e-${process.pid}-${Date.now().toString(36)}` };
  return redis;
}

async function cloneTemplate(): Promise<string> {
  const adminUrl = requireVariable(TEST_ENVIRONMENT.adminUrl);
  const template = requireVariable(TEST_ENVIRONMENT.template);
  const name = `${template}_w${workerNumber()}`;
  await onServer(adminUrl, async (client) => {
    await client.query(`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`);
    for (let attempt = 1; ; attempt += 1) {
      try {
        await client.query(`CREATE DATABASE "${name}" TEMPLATE "${template}"`);
        return;
      } catch (error) {
        // Another worker's copy of the same template is under way.
        if ((error as { code?: string }).code !== TEMPLATE_IN_USE || attempt === CLONE_TRIES) throw error;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }
  });
  return siblingUrl(adminUrl, name);
}

function workerNumber(): number {
  return Number(process.env['JEST_WORKER_ID'] ?? 1);
}

function requireVariable(name: string): string {
  const value = process.env[name];
  if (value === undefined || value === '')
    throw new Error(`${name} is not set: e2e specs run under Jest's e2e project.`);
  return value;
}
