import type { Config } from 'jest';
import { startTestServer, TEST_ENVIRONMENT, type TestServer } from './test-server';

declare global {
  var e2eTestServer: TestServer | undefined;
}

/** No types: the scripts run before anything is installed. */
const COMPILE = './compile.mjs';

/** Runs once before the first e2e spec: the service compiled, a PostgreSQL server and the template that every worker's database is a copy of. */
export default async function globalSetup(_config: Config): Promise<void> {
  if (process.env['E2E_BACKEND'] === 'redis' && !process.env['REDIS_URL']) {
    throw new Error(
      'E2E_BACKEND=redis needs REDIS_URL (a server that may be emptied); npm test starts one by itself.',
    );
  }
  const { default: compile } = (await import(COMPILE)) as { default(): Promise<void> };
  await compile();
  const server = await startTestServer();
  globalThis.e2eTestServer = server;
  process.env[TEST_ENVIRONMENT.adminUrl] = server.adminUrl;
  process.env[TEST_ENVIRONMENT.template] = server.template;
}
