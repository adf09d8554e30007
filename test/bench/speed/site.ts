import { hasRedisServer } from '../../support/redis-server';
import { Bench } from '../support/bench';
import type { BenchMerchant, Installation } from '../support/installation';
import { BenchPostgres } from '../support/postgres';

/** A server as one is run: every commit on the disk. Checkpoints would fall into some rounds and not into others. */
const DURABLE = [
  'fsync=on',
  'synchronous_commit=on',
  'track_commit_timestamp=on',
  'max_wal_size=8GB',
  'checkpoint_timeout=1h',
  'min_wal_size=4GB',
];

/** As production: the deadlines of trials are far too short for a machine that is fully used. */
const PRODUCTION = {
  NODE_ENV: 'production',
  ALLOW_PRIVATE_ADDRESSES: 'false',
  PUBLIC_URL: 'https://repasse.test',
  LOG_LEVEL: 'info',
  LOG_FORMAT: 'json',
  POSTBACK_TIMEOUT_MS: '10000',
  POSTBACK_CONNECT_TIMEOUT_MS: '5000',
};

/** Receivers are on this machine, which production refuses to call. */
export const TO_THIS_MACHINE = { NODE_ENV: 'development', ALLOW_PRIVATE_ADDRESSES: 'true' };

/** The servers of one run; databases and processes of the service over them. */
export class Site {
  private constructor(
    private readonly bench: Bench,
    readonly postgresVersion: string,
  ) {}

  static async open(): Promise<Site> {
    const bench = new Bench(1, 'short', await BenchPostgres.start('/var/tmp', DURABLE));
    try {
      const probe = await bench.installation({ REDIS_URL: '' });
      const [found] = await probe.query<{ server_version: string }>('SHOW server_version');
      await bench.discard(probe);
      return new Site(bench, found?.server_version ?? '');
    } catch (error) {
      await bench.close();
      throw error;
    }
  }

  /** True when limits are counted in a Redis, as with many processes. */
  get hasRedis(): boolean {
    return hasRedisServer;
  }

  /** A database of its own and no process yet. */
  installation(environment: Readonly<Record<string, string>> = {}): Promise<Installation> {
    const redis: Record<string, string> = this.hasRedis ? {} : { REDIS_URL: '' };
    return this.bench.installation({ ...PRODUCTION, ...redis, ...environment });
  }

  async discard(installation: Installation): Promise<void> {
    await this.bench.discard(installation);
  }

  async close(): Promise<void> {
    await this.bench.close();
  }
}

/** What a measurement works with. */
export interface Place {
  readonly installation: Installation;
  readonly merchant: BenchMerchant;
}
