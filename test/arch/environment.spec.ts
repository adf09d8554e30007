import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ENV_NAMES } from '../../src/config';

/** Read by `npm start`, the command line and docker-compose.yml, not by the service itself. */
const LAUNCHER_NAMES = [
  'DATA_DIR',
  'DEMO',
  'DEMO_WEEK',
  'POSTGRES_PASSWORD',
  'DATABASE_OWNER_PASSWORD',
  'DATABASE_SERVICE_PASSWORD',
  'REDIS_PASSWORD',
];

const root = join(__dirname, '..', '..');
const lines = readFileSync(join(root, '.env.example'), 'utf8').split('\n');

describe('.env.example (contract §10)', () => {
  it('names every variable of the service once, and no other', () => {
    const named = lines.flatMap((line) => /^#?([A-Z][A-Z0-9_]*)=/.exec(line)?.[1] ?? []);
    expect([...named].sort()).toEqual([...ENV_NAMES, ...LAUNCHER_NAMES].sort());
  });

  it('explains each: a comment stands above it or above its group', () => {
    const unexplained = lines.filter((line, index) => {
      if (!/^#?[A-Z][A-Z0-9_]*=/.test(line)) return false;
      const before = lines.slice(0, index).reverse();
      return !before
        .slice(0, before.findIndex((other) => other === '' || other.startsWith('# ---')) + 1)
        .some((other) => other.startsWith('# '));
    });
    expect(unexplained).toEqual([]);
  });
});
