import 'reflect-metadata';
import { randomBytes } from 'node:crypto';
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
});
