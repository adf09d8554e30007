import { readFileSync } from 'node:fs';

/** The variables that hold a secret, or an address with a password in it. */
const SECRET_VARIABLES = [
  'METRICS_TOKEN',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'DATABASE_URL',
  'REDIS_URL',
  'API_KEY_PEPPER',
  'ENCRYPTION_KEYS',
  'AUDIT_KEY',
] as const;

/** A secret is a line: whatever is longer is some other file. */
const MAX_CHARACTERS = 65_536;

interface SecretFiles {
  /** The environment with each `NAME_FILE` replaced by `NAME`, the content of that file. */
  readonly environment: NodeJS.ProcessEnv;
  readonly faults: readonly string[];
}

/**
 * Secrets may be in files, as Docker and Kubernetes hand them over: an environment is inherited by every child and
 * shown by `docker inspect`. The line break at a file's end is none of the secret. No fault repeats a path or a value.
 */
export function readSecretFiles(given: NodeJS.ProcessEnv): SecretFiles {
  const environment = { ...given };
  const faults: string[] = [];
  for (const name of SECRET_VARIABLES) {
    const variable = `${name}_FILE`;
    const path = given[variable];
    Reflect.deleteProperty(environment, variable);
    if (path === undefined || path === '') continue;
    if (given[name] !== undefined && given[name] !== '') {
      faults.push(`${variable} and ${name} are both set: leave one out`);
      continue;
    }
    const read = readSecret(path);
    if ('fault' in read) faults.push(`${variable} ${read.fault}`);
    else environment[name] = read.secret;
  }
  return { environment, faults };
}

function readSecret(path: string): { readonly secret: string } | { readonly fault: string } {
  try {
    const secret = readFileSync(path, 'utf8').replace(/\r?\n$/, '');
    if (secret === '') return { fault: 'names an empty file' };
    return secret.length > MAX_CHARACTERS ? { fault: 'names a file that is too large' } : { secret };
  } catch (error) {
    return {
      fault: `names a file that cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`,
    };
  }
}
