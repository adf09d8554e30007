import { randomBytes } from 'node:crypto';
import { migrateDatabase } from '../../../src/migrate';
import { Dice } from '../../support/dice';
import { BEHIND_PROXY } from '../../support/log-ins';
import { PrivateRedis } from '../../support/redis-server';
import { onServer, siblingUrl } from '../../support/test-server';
import { Installation } from './installation';
import { BenchPostgres } from './postgres';
import type { Form } from './trial';

const TEMPLATE = 'repasse_bench_template';

/** Everything short, so that what a dead process held is free again within seconds. */
const QUICK = {
  POSTBACK_TIMEOUT_MS: '1000',
  POSTBACK_CONNECT_TIMEOUT_MS: '500',
  POSTBACK_RETRY_WAITS: '0,1,1,1,1,1,1,1,1,1',
  POSTBACK_BREAKER: '1000,30,900',
};

/** The servers of a run, and installations over them. What is asked for is started when it is first asked for. */
export class Bench {
  readonly dice: Dice;
  private started: Promise<BenchPostgres> | null = null;
  private startedRedis: Promise<PrivateRedis> | null = null;
  private shared: Promise<Installation> | null = null;
  private readonly installations = new Set<Installation>();
  private databases = 0;

  /** @param given a server that is used in place of one of its own */
  constructor(
    readonly seed: number,
    readonly form: Form,
    given: BenchPostgres | null = null,
  ) {
    this.dice = new Dice(seed);
    if (given !== null) this.started = prepare(given);
  }

  postgres(): Promise<BenchPostgres> {
    this.started ??= BenchPostgres.start().then(prepare);
    return this.started;
  }

  redis(): Promise<PrivateRedis> {
    this.startedRedis ??= PrivateRedis.start();
    return this.startedRedis;
  }

  /** A migrated database of its own, and no process yet; its queue and its limits are in the bench's Redis unless told otherwise. */
  async installation(environment: Readonly<Record<string, string>> = {}): Promise<Installation> {
    const needsRedis = environment['REDIS_URL'] === undefined;
    const [postgres, redis] = await Promise.all([this.postgres(), needsRedis ? this.redis() : null]);
    this.databases += 1;
    const name = `repasse_bench_${this.databases}`;
    const admin = postgres.url('postgres');
    await onServer(admin, (client) => client.query(`CREATE DATABASE ${name} TEMPLATE ${TEMPLATE}`));
    const made = new Installation(siblingUrl(admin, name), {
      ...secrets(),
      ...QUICK,
      DATABASE_URL: siblingUrl(admin, name),
      REDIS_URL: redis?.url ?? '',
      QUEUE_PREFIX: `bench-${this.databases}`,
      ...environment,
    });
    this.installations.add(made);
    return made;
  }

  /** Two API processes and two workers for all trials that leave them as they found them. */
  two(): Promise<Installation> {
    this.shared ??= this.installation().then(async (made) => {
      await made.start(2, 2);
      return made;
    });
    return this.shared;
  }

  /** The next trial that wants the shared processes gets new ones, over a new database. */
  async discardShared(): Promise<void> {
    const shared = await this.shared?.catch(() => null);
    this.shared = null;
    if (shared) await this.discard(shared);
  }

  async discard(installation: Installation): Promise<void> {
    this.installations.delete(installation);
    await installation.stop();
  }

  async close(): Promise<void> {
    for (const installation of this.installations) await installation.stop();
    await (await this.started?.catch(() => null))?.stop();
    await (await this.startedRedis?.catch(() => null))?.stop();
  }
}

/** The settings that every process of an installation needs and no trial cares about. */
function secrets(): Record<string, string> {
  return {
    NODE_ENV: 'test',
    LOG_LEVEL: 'info',
    PUBLIC_URL: 'http://repasse.test',
    ALLOW_PRIVATE_ADDRESSES: 'true',
    ...BEHIND_PROXY,
    API_KEY_PEPPER: `b1:${randomBytes(32).toString('base64')}`,
    ENCRYPTION_KEYS: `b1:${randomBytes(32).toString('base64')}`,
    AUDIT_KEY: randomBytes(32).toString('base64'),
  };
}

/** Every installation begins as a copy of a migrated database. */
async function prepare(postgres: BenchPostgres): Promise<BenchPostgres> {
  const admin = postgres.url('postgres');
  await onServer(admin, (client) => client.query(`CREATE DATABASE ${TEMPLATE} TEMPLATE template0`));
  await migrateDatabase(siblingUrl(admin, TEMPLATE), null);
  return postgres;
}
