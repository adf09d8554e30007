import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { ENV_NAMES, loadConfig } from '../../src/config';

const root = join(__dirname, '..', '..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

interface Container {
  readonly image: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly env_file?: string;
  readonly networks: readonly string[];
  readonly command?: readonly string[];
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
  readonly healthcheck: { readonly test?: readonly string[] };
}

interface Compose {
  readonly services: Readonly<Record<string, Container>>;
  readonly networks: Readonly<Record<string, { readonly internal?: boolean } | null>>;
}

/** Each password is its own name here, so that it is seen where it goes. */
const VALUE = (name: string): string => `value-of-${name}`;
const required: string[] = [];
const text = read('docker-compose.yml').replace(/\$\{([A-Z_]+):\?[^}]+\}/g, (_, name: string) => {
  required.push(name);
  return VALUE(name);
});
const { services, networks } = parse(text, { merge: true }) as Compose;
const { postgres, redis, migrations, backfill, api, worker } = services as Record<
  'postgres' | 'redis' | 'migrations' | 'backfill' | 'api' | 'worker',
  Container
>;
const OURS = { migrations, backfill, api, worker };
const EVERY = Object.entries(services);

/** Everything that a container is told, with what .env would add to it. */
const told = ({ environment, command, healthcheck }: Container): string =>
  JSON.stringify([environment, command, healthcheck]);

describe('docker-compose.yml is fit to be copied', () => {
  it('runs the service, and what it needs', () => {
    expect(Object.keys(services).sort()).toEqual([
      'api',
      'backfill',
      'migrations',
      'postgres',
      'redis',
      'worker',
    ]);
  });

  it('every secret is a variable without which nothing starts, and .env.example names it', () => {
    const secrets = [
      'API_KEY_PEPPER',
      'AUDIT_KEY',
      'DATABASE_OWNER_PASSWORD',
      'DATABASE_SERVICE_PASSWORD',
      'ENCRYPTION_KEYS',
      'POSTGRES_PASSWORD',
      'REDIS_PASSWORD',
    ];
    expect([...new Set(required)].sort()).toEqual(secrets);
    expect(text).not.toContain('${');
    const named = read('.env.example').match(/^#?[A-Z_]+(?==$)/gm) ?? [];
    expect(secrets.filter((name) => !named.some((line) => line.replace('#', '') === name))).toEqual([]);
  });

  it('hands all of .env to each container of ours, and sets no variable that the service does not know', () => {
    for (const { env_file, environment } of Object.values(OURS)) {
      expect(env_file).toBe('.env');
      const set = Object.keys(environment).filter((name) => environment[name] !== '');
      expect(set.length).toBeGreaterThan(5);
      expect(set.filter((name) => !(ENV_NAMES as readonly string[]).includes(name))).toEqual([]);
    }
  });

  it('inside addresses stay forbidden, and production refuses to start with them', () => {
    expect(read('docker-compose.yml')).not.toContain('ALLOW_PRIVATE_ADDRESSES');
    const key = Buffer.alloc(32, 7).toString('base64');
    const environment = {
      ...api.environment,
      API_KEY_PEPPER: `k1:${key}`,
      ENCRYPTION_KEYS: `k1:${key}`,
      AUDIT_KEY: key,
      PUBLIC_URL: 'https://api.example.com',
    };
    expect(loadConfig(environment).postbacks.allowPrivateAddresses).toBe(false);
    expect(() => loadConfig({ ...environment, ALLOW_PRIVATE_ADDRESSES: 'true' })).toThrow(
      'ALLOW_PRIVATE_ADDRESSES must not be true with NODE_ENV=production',
    );
  });

  it('one role migrates and another one serves, which knows neither its password nor the superuser’s', () => {
    const url = ({ environment }: Container): URL => new URL(environment['DATABASE_URL'] ?? '');
    expect(url(migrations)).toMatchObject({
      username: 'repasse_owner',
      password: VALUE('DATABASE_OWNER_PASSWORD'),
    });
    expect(migrations.environment['DATABASE_SERVICE_ROLE']).toBe('repasse_service');
    for (const container of [api, worker]) {
      expect(url(container)).toMatchObject({
        username: 'repasse_service',
        password: VALUE('DATABASE_SERVICE_PASSWORD'),
        pathname: url(migrations).pathname,
      });
      // .env is handed over whole: what is not the service's is overwritten.
      for (const name of ['POSTGRES_PASSWORD', 'DATABASE_OWNER_PASSWORD']) {
        expect(container.environment[name]).toBe('');
        expect(told(container)).not.toContain(VALUE(name));
      }
    }
    expect(told(migrations)).not.toContain(VALUE('POSTGRES_PASSWORD'));
  });

  it('PostgreSQL makes both roles by docker/roles.sql, from passwords that it is given', () => {
    expect(postgres.volumes).toContain('./docker/roles.sql:/docker-entrypoint-initdb.d/roles.sql:ro');
    const script = read('docker/roles.sql');
    const asked = [...script.matchAll(/^\\getenv \w+ (\w+)$/gm)].map(([, name]) => name ?? '');
    expect(asked).toEqual(['DATABASE_OWNER_PASSWORD', 'DATABASE_SERVICE_PASSWORD']);
    for (const name of asked) expect(postgres.environment[name]).toBe(VALUE(name));
    const made = [...script.matchAll(/^CREATE ROLE (\w+) LOGIN PASSWORD :'\w+';$/gm)].map(([, name]) => name);
    expect(made).toEqual(['repasse_owner', 'repasse_service']);
  });

  it('Redis wants its password, and nobody reads it in a health check', () => {
    const { command = [], environment, healthcheck } = redis;
    expect(command[command.indexOf('--requirepass') + 1]).toBe(VALUE('REDIS_PASSWORD'));
    expect(environment['REDISCLI_AUTH']).toBe(VALUE('REDIS_PASSWORD'));
    expect(healthcheck.test?.join(' ')).toContain('redis-cli ping');
    expect(healthcheck.test?.join(' ')).not.toContain(VALUE('REDIS_PASSWORD'));
    for (const { environment: given } of [api, worker])
      expect(new URL(given['REDIS_URL'] ?? '').password).toBe(VALUE('REDIS_PASSWORD'));
  });

  it('PostgreSQL and Redis are reached by those alone who need them, have no way out and no port of the machine', () => {
    expect(networks).toEqual({ database: { internal: true }, queue: { internal: true }, edge: null });
    const members = (network: string): string[] =>
      EVERY.filter(([, container]) => container.networks.includes(network)).map(([name]) => name);
    expect(members('database')).toEqual(['postgres', 'migrations', 'backfill', 'api', 'worker']);
    expect(members('queue')).toEqual(['redis', 'api', 'worker']);
    expect(members('edge')).toEqual(['api', 'worker']);
    for (const [name, { ports = [] }] of EVERY) {
      expect(ports.length > 0).toBe(name === 'api');
      for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:/);
    }
  });

  it('no container of ours may write its files, or more than an ordinary account', () => {
    for (const container of Object.values(OURS))
      expect(container).toMatchObject({
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
      });
  });
});

describe('the Dockerfile', () => {
  it('names its Node.js once, one that is maintained', () => {
    const file = read('Dockerfile');
    expect(/^ARG NODE_IMAGE=node:(\d+)-bookworm-slim$/m.exec(file)?.[1]).toBe('24');
    expect(file.match(/^FROM .*$/gm)?.every((line) => line.startsWith('FROM ${NODE_IMAGE}'))).toBe(true);
  });
});
