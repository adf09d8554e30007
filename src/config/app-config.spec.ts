import 'reflect-metadata';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigError, loadConfig } from '.';

const ring = () => `k1:${randomBytes(32).toString('base64')}`;
const environment = () => ({
  DATABASE_URL: 'postgres://repasse@127.0.0.1:5432/repasse',
  API_KEY_PEPPER: ring(),
  ENCRYPTION_KEYS: ring(),
  AUDIT_KEY: randomBytes(32).toString('base64'),
});

describe('configuration', () => {
  it('has a default for everything but the database and the keys', () => {
    const config = loadConfig(environment());
    expect(config.http).toMatchObject({
      host: '127.0.0.1',
      port: 3000,
      publicUrl: 'http://localhost:3000',
      docs: true,
    });
    expect(config.redis).toBeNull();
    expect(config.postbacks.retryWaitsSeconds).toEqual([
      0, 5, 300, 1800, 7200, 18000, 36000, 50400, 72000, 86400,
    ]);
    expect(config.postbacks.allowPrivateAddresses).toBe(false);
  });

  it('counts an empty variable as absent', () => {
    expect(loadConfig({ ...environment(), REDIS_URL: '', PORT: '' }).redis).toBeNull();
  });

  it('lists all faults at once and never repeats a value', () => {
    const load = () =>
      loadConfig({ PORT: 'eighty', DATABASE_URL: 'mysql://x', API_KEY_PEPPER: 'hunter2', LOG_LEVEL: 'loud' });
    expect(load).toThrow(ConfigError);
    try {
      load();
    } catch (error) {
      const { faults, message } = error as ConfigError;
      for (const name of [
        'PORT',
        'DATABASE_URL',
        'API_KEY_PEPPER',
        'ENCRYPTION_KEYS',
        'AUDIT_KEY',
        'LOG_LEVEL',
      ]) {
        expect(faults.some((fault) => fault.startsWith(name))).toBe(true);
      }
      expect(message).not.toMatch(/hunter2|eighty|mysql/);
    }
  });

  const faultsOf = (env: NodeJS.ProcessEnv): readonly string[] => {
    try {
      loadConfig(env);
      return [];
    } catch (error) {
      return (error as ConfigError).faults;
    }
  };

  it('logs are text for whoever develops, JSON for everybody else, and what LOG_FORMAT says', () => {
    const formatOf = (env: NodeJS.ProcessEnv): string => loadConfig({ ...environment(), ...env }).logFormat;
    expect(
      [undefined, 'development', 'test', 'production'].map((NODE_ENV) => formatOf({ NODE_ENV })),
    ).toEqual(['text', 'text', 'json', 'json']);
    expect(formatOf({ NODE_ENV: 'development', LOG_FORMAT: 'json' })).toBe('json');
    expect(formatOf({ NODE_ENV: 'production', LOG_FORMAT: 'text' })).toBe('text');
  });

  it('production and inside addresses do not go together', () => {
    const open = { ...environment(), ALLOW_PRIVATE_ADDRESSES: 'true' };
    expect(faultsOf(open)).toEqual([]);
    expect(faultsOf({ ...open, NODE_ENV: 'production' })).toEqual([
      expect.stringMatching(/^ALLOW_PRIVATE_ADDRESSES must not be true with NODE_ENV=production/),
    ]);
    expect(faultsOf({ ...environment(), NODE_ENV: 'production' })).toEqual([]);
  });

  it('the portal is framed by origins; in production by those of https, from an address of https', () => {
    const framed = (PORTAL_FRAME_ORIGINS: string, more: object = {}) => ({
      ...{ ...environment(), PORTAL_FRAME_ORIGINS, ...more },
    });
    expect(loadConfig(environment()).http.portalFrameOrigins).toEqual([]);
    const two = framed('https://loja.example,http://localhost:4000');
    expect(loadConfig(two).http.portalFrameOrigins).toEqual([
      'https://loja.example',
      'http://localhost:4000',
    ]);
    for (const wrong of [
      '*',
      "'self'",
      'loja.example',
      'https://loja.example/',
      'https://a;script-src *',
      'https://*.example',
    ])
      expect([wrong, faultsOf(framed(wrong))]).toEqual([
        wrong,
        [expect.stringMatching(/^PORTAL_FRAME_ORIGINS takes/)],
      ]);
    const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://api.example.com' };
    expect(faultsOf(framed('https://loja.example', production))).toEqual([]);
    expect(faultsOf(framed('http://loja.example', production))).toEqual([
      expect.stringMatching(/^PORTAL_FRAME_ORIGINS takes https origins alone/),
    ]);
    expect(faultsOf(framed('https://loja.example', { ...production, PUBLIC_URL: 'http://api' }))).toEqual([
      expect.stringMatching(/^PORTAL_FRAME_ORIGINS needs a PUBLIC_URL of https/),
    ]);
  });

  describe('secrets from files', () => {
    const directory = mkdtempSync(join(tmpdir(), 'repasse-secrets-'));
    afterAll(() => rmSync(directory, { recursive: true }));
    const fileOf = (name: string, content: string) => {
      const path = join(directory, name);
      writeFileSync(path, content);
      return path;
    };

    it('each may be in a file instead, whose last line break is none of it', () => {
      const given = {
        ...environment(),
        METRICS_TOKEN: 'a token of the metrics',
        REDIS_URL: 'redis://:pw@cache/0',
      };
      const inFiles = Object.fromEntries(
        Object.entries(given).map(([name, value]) => [`${name}_FILE`, fileOf(name, `${value}\n`)]),
      );
      const [one, other] = [loadConfig(given), loadConfig(inFiles)];
      expect(other.database.url).toBe(one.database.url);
      expect(other.redis).toEqual(one.redis);
      expect(other.metricsToken).toBe(one.metricsToken);
      expect(other.crypto.auditKey.equals(one.crypto.auditKey)).toBe(true);
      expect(other.crypto.pepper.newest).toEqual(one.crypto.pepper.newest);
      expect(other.crypto.encryption.newest).toEqual(one.crypto.encryption.newest);
    });

    it('both given, a file that is not there and an empty one are faults, each by its name alone', () => {
      const { AUDIT_KEY, API_KEY_PEPPER, ENCRYPTION_KEYS: _, ...rest } = environment();
      const found = faultsOf({
        ...rest,
        AUDIT_KEY,
        AUDIT_KEY_FILE: fileOf('audit', 'hunter2'),
        API_KEY_PEPPER_FILE: join(directory, 'nowhere', API_KEY_PEPPER.slice(0, 2)),
        ENCRYPTION_KEYS_FILE: fileOf('empty', '\n'),
      });
      expect(found).toEqual([
        'API_KEY_PEPPER_FILE names a file that cannot be read (ENOENT)',
        'ENCRYPTION_KEYS_FILE names an empty file',
        'AUDIT_KEY_FILE and AUDIT_KEY are both set: leave one out',
      ]);
    });

    it('an empty NAME_FILE counts as absent', () => {
      expect(faultsOf({ ...environment(), AUDIT_KEY_FILE: '' })).toEqual([]);
    });
  });
});
