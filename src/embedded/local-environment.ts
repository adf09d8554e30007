import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readSecretFiles } from '../common/secret-files';
import { EmbeddedPostgres } from './postgres';
import type { Demo } from './demo';
import { dataDirectorySecrets, SECRET_NAMES } from './secrets';

/** The environment for the service's processes on this machine, and what it takes to leave it. */
export interface LocalEnvironment {
  readonly env: NodeJS.ProcessEnv;
  readonly dataDir: string;
  /** Null when DATABASE_URL names a server. */
  readonly postgres: EmbeddedPostgres | null;
  close(): Promise<void>;
}

/**
 * What the environment leaves out is filled from `$DATA_DIR` (default .data): the embedded PostgreSQL unless
 * DATABASE_URL is set, and the keys, which production must name itself (contract §10).
 */
export async function openLocalEnvironment(
  given: NodeJS.ProcessEnv,
  say: (sentence: string) => void,
): Promise<LocalEnvironment> {
  const dataDir = resolve(given['DATA_DIR'] ?? '.data');
  const { environment: env, faults } = readSecretFiles(given);
  if (faults.length > 0) throw new Error(`The configuration is not valid: ${faults.join('; ')}`);
  if (env['NODE_ENV'] !== 'production' && SECRET_NAMES.some((name) => !env[name])) {
    const secrets = dataDirectorySecrets(dataDir);
    for (const name of SECRET_NAMES) env[name] ||= secrets[name];
  }
  if (env['DATABASE_URL']) return { env, dataDir, postgres: null, close: () => Promise.resolve() };
  const postgres = await EmbeddedPostgres.open(dataDir, say);
  env['DATABASE_URL'] = postgres.url;
  // A command line beside `npm start` knows no PORT that was given to it alone.
  env['PUBLIC_URL'] ||= startedAt(dataDir);
  // A person who tries the service has the receiver of notifications on the same machine.
  if (env['NODE_ENV'] !== 'production') env['ALLOW_PRIVATE_ADDRESSES'] ||= 'true';
  return { env, dataDir, postgres, close: () => postgres.close() };
}

/** Where the last `npm start` of this data directory said that the service is. */
function startedAt(dataDir: string): string | undefined {
  try {
    return (JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8')) as Partial<Demo>).api_url;
  } catch {
    return undefined;
  }
}
