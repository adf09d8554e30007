import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { validate } from 'dockerfile-utils';
import { parse } from 'yaml';
import { ENV_NAMES, loadConfig } from '../../src/config';

const root = join(__dirname, '..', '..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

interface Container {
  readonly image?: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly env_file?: string;
  readonly networks: readonly string[];
  readonly command?: readonly string[];
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
  readonly healthcheck: { readonly test?: readonly string[] };
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
}

interface Network {
  readonly internal?: boolean;
  readonly ipam?: { readonly config: readonly { readonly subnet: string }[] };
}

interface Compose {
  readonly services: Readonly<Record<string, Container>>;
  readonly networks: Readonly<Record<string, Network | null>>;
}

/** Each password is its own name here, so that it is seen where it goes. */
const VALUE = (name: string): string => `value-of-${name}`;
const required: string[] = [];
const text = read('docker-compose.yml').replace(/\$\{([A-Z_]+):\?[^}]+\}/g, (_, name: string) => {
  required.push(name);
  return VALUE(name);
});
const { services, networks } = parse(text, { merge: true }) as Compose;
const { postgres, redis, migrations, backfill, api, worker, proxy } = services as Record<
  'postgres' | 'redis' | 'migrations' | 'backfill' | 'api' | 'worker' | 'proxy',
  Container
>;
const OURS = { migrations, backfill, api, worker };
const EVERY = Object.entries(services);

/** Everything that a container is told, with what .env would add to it. */
const settingsOf = ({ environment, command, healthcheck }: Container): string =>
  JSON.stringify([environment, command, healthcheck]);

describe('docker-compose.yml is fit to be copied', () => {
  it('runs the service, and what it needs', () => {
    expect(Object.keys(services).sort()).toEqual([
      'api',
      'backfill',
      'migrations',
      'postgres',
      'proxy',
      'redis',
      'worker',
    ]);
  });

  it('has no finding of a linter, and every image is one release by its digest', () => {
    const dclint = join(root, 'node_modules', '.bin', 'dclint');
    const { status, stdout } = spawnSync(dclint, ['docker-compose.yml'], { cwd: root, encoding: 'utf8' });
    expect([status, stdout.trim()]).toEqual([0, '']);
    const release = /^[a-z]+:\d+\.\d+(\.\d+)?@sha256:[0-9a-f]{64}$/;
    for (const { image } of [postgres, redis, proxy]) expect(image).toMatch(release);
  });

  it('every secret, and the address, is a variable without which nothing starts, and .env.example names it', () => {
    const secrets = [
      'API_KEY_PEPPER',
      'AUDIT_KEY',
      'DATABASE_OWNER_PASSWORD',
      'DATABASE_SERVICE_PASSWORD',
      'ENCRYPTION_KEYS',
      'POSTGRES_PASSWORD',
      'PUBLIC_URL',
      'REDIS_PASSWORD',
    ];
    expect([...new Set(required)].sort()).toEqual(secrets);
    expect(text).not.toContain('${');
    const named = read('.env.example').match(/^#?[A-Z_]+(?==)/gm) ?? [];
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
        expect(settingsOf(container)).not.toContain(VALUE(name));
      }
    }
    expect(settingsOf(migrations)).not.toContain(VALUE('POSTGRES_PASSWORD'));
  });

  it('the books of charges of before are made after the migrations, by whoever serves, and nobody waits for them', () => {
    expect(backfill.command).toEqual(['node', 'dist/src/cli.js', 'ledger', 'backfill']);
    expect(backfill.depends_on).toEqual({ migrations: { condition: 'service_completed_successfully' } });
    expect(backfill.environment['DATABASE_URL']).toBe(api.environment['DATABASE_URL']);
    // Until they are complete what takes money out answers 503: the rest of the service has no reason to be away.
    expect(EVERY.filter(([, { depends_on = {} }]) => 'backfill' in depends_on)).toEqual([]);
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
    const inner = ({ internal }: Network): boolean => internal === true;
    expect(Object.entries(networks).flatMap(([name, it]) => (it && inner(it) ? [name] : []))).toEqual([
      'database',
      'front',
      'queue',
    ]);
    const members = (network: string): string[] =>
      EVERY.filter(([, container]) => container.networks.includes(network)).map(([name]) => name);
    expect(members('database')).toEqual(['api', 'backfill', 'migrations', 'postgres', 'worker']);
    expect(members('queue')).toEqual(['api', 'redis', 'worker']);
    expect(members('edge')).toEqual(['api', 'worker']);
    expect(members('street')).toEqual(['proxy']);
    for (const [name, { ports = [] }] of EVERY) {
      expect(ports.length > 0).toBe(name === 'proxy');
      for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:/);
    }
  });

  it('the proxy is believed who called, and nobody else is: it shares a network with the API alone', () => {
    const front = EVERY.filter(([, container]) => container.networks.includes('front'));
    expect(front.map(([name]) => name)).toEqual(['api', 'proxy']);
    expect(api.environment['TRUSTED_PROXIES']).toBe(networks['front']?.ipam?.config[0]?.subnet);
    expect(proxy.environment).toEqual({ PUBLIC_URL: VALUE('PUBLIC_URL') });
    expect(proxy.volumes).toContain('./docker/Caddyfile:/etc/caddy/Caddyfile:ro');
    expect(read('docker/Caddyfile')).toMatch(/^\{\$PUBLIC_URL\} \{$/m);
  });

  it('docker/env.sh fills in all that compose asks for: keys of their own each time, and what the service takes', () => {
    const made = (...args: string[]): NodeJS.Dict<string> => {
      const { status, stdout } = spawnSync('sh', [join(root, 'docker', 'env.sh'), ...args], {
        cwd: '/',
        encoding: 'utf8',
      });
      expect(status).toBe(0);
      return parseEnv(stdout);
    };
    const [here, there] = [made(), made('https://pay.example.com')];
    const asked = [...new Set(required)];
    for (const name of asked) {
      expect([name, here[name]]).toEqual([name, expect.stringMatching(/^[\w:/+=.-]{16,}$/)]);
      expect(here[name]).not.toBe(there[name]);
    }
    const given = (made: NodeJS.Dict<string>): Record<string, string> =>
      Object.fromEntries(
        Object.entries({ ...made, ...api.environment }).map(([name, value = '']) => [
          name,
          value.replace(/value-of-([A-Z_]+)/, (_, asked: string) => made[asked] ?? ''),
        ]),
      );
    expect(loadConfig(given(here)).http.publicUrl).toBe('https://localhost');
    expect(loadConfig(given(there)).http.publicUrl).toBe('https://pay.example.com');
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
  const file = read('Dockerfile');

  it('has no finding of a linter', () => {
    expect(validate(file)).toEqual([]);
  });

  it('names one release of a Node.js that is maintained', () => {
    const images = file.match(/^FROM \S+/gm) ?? [];
    expect(new Set(images).size).toBe(1);
    expect(images[0]).toMatch(/^FROM node:24\.\d+\.\d+-bookworm-slim@sha256:[0-9a-f]{64}$/);
  });
});
