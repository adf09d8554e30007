import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The variables that hold keys, as the service reads them from its environment. */
export const SECRET_NAMES = ['API_KEY_PEPPER', 'ENCRYPTION_KEYS', 'AUDIT_KEY'] as const;

/** Values of the secret variables. */
export type Secrets = Record<(typeof SECRET_NAMES)[number], string>;

/**
 * The keys of a data directory, made at its first use and never again: data encrypted under them is lost without
 * them. Only the owner may read the file (contract §10).
 */
export function dataDirectorySecrets(dataDir: string): Secrets {
  const file = join(dataDir, 'secrets.json');
  mkdirSync(dataDir, { recursive: true });
  const known = readSecrets(file);
  if (known !== null) return known;
  // Written aside and linked: of two processes that start at once one wins, and both use its keys.
  const partial = `${file}.${process.pid}`;
  writeFileSync(partial, `${JSON.stringify(newSecrets(), null, 2)}\n`, { mode: 0o600 });
  try {
    linkSync(partial, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(partial);
  }
  const made = readSecrets(file);
  if (made === null) throw new Error(`${file} cannot be read.`);
  return made;
}

function readSecrets(file: string): Secrets | null {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  const found = JSON.parse(text) as Partial<Secrets>;
  const missing = SECRET_NAMES.filter((name) => typeof found[name] !== 'string');
  if (missing.length > 0) throw new Error(`${file} lacks ${missing.join(', ')}.`);
  return found as Secrets;
}

function newSecrets(): Secrets {
  const key = (): string => randomBytes(32).toString('base64');
  return { API_KEY_PEPPER: `k1:${key()}`, ENCRYPTION_KEYS: `k1:${key()}`, AUDIT_KEY: key() };
}
