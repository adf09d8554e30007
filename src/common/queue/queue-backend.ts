import {
  type ConnectionOptions,
  createPostgresBackend,
  createRedisBackend,
  type IQueueBackend,
  type Queue,
  RedisConnection,
  RedisQueueBackend,
  runMigrations,
  setDefaultBackendFactory,
} from 'bullmq';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Client, Pool, PoolClient } from 'pg';
import { AppConfig } from '../../config';
import { CheckedPool, clientWithDeadline, DeadlineClient } from '../../database';
import { findRedisWarning } from '../redis';

/** BullMQ's own schema, beside ours in the same database. */
const QUEUE_SCHEMA = 'bullmq';

/** Connections of all queues and workers of a process together; each worker listens on one of them. */
const POSTGRES_POOL_SIZE = 8;
/** How often a connection that mostly listens asks whether the server is still there, and how long a statement may take. */
const HEARTBEAT_MS = 10_000;
const ANSWER_MS = 31_000;
const SESSION_OPTIONS =
  `-c search_path=${QUEUE_SCHEMA} -c TimeZone=UTC -c statement_timeout=30000 ` +
  '-c idle_in_transaction_session_timeout=5000';

const REDIS_CONNECT_TIMEOUT_MS = 2_000;
const REDIS_RETRY_MAX_MS = 2_000;
/** A producer's command is small, and somebody waits for it. */
const REDIS_ANSWER_MS = 2_000;
const REDIS_KEEP_ALIVE_MS = 10_000;
const PROBE_KEEP_MS = 60_000;
/** The oldest that the service runs on; BullMQ takes its word for what the server can do. */
const OLDEST_REDIS = '6.2.0';

/**
 * The BullMQ back end that this process uses, and the connection of its queues (decision 0007): Redis when REDIS_URL is
 * set (production), else PostgreSQL (the embedded default); the code above is the same.
 */
@Injectable()
export class QueueBackend implements OnApplicationShutdown {
  readonly connection: ConnectionOptions;
  private readonly pool: Pool | null;

  constructor(config: AppConfig) {
    if (config.redis === null) {
      setDefaultBackendFactory(postgresBackend);
      this.connection = this.pool = postgresPool(config.database);
    } else {
      RedisConnection.minimumVersion = OLDEST_REDIS;
      setDefaultBackendFactory(createRedisBackend);
      this.connection = redisConnection(config.redis.url);
      this.pool = null;
    }
  }

  onApplicationShutdown(): void {
    // Not waited for: it ends when the queues have given their connections back, which they do after this.
    this.pool?.end().catch(() => undefined);
  }
}

/**
 * Brings BullMQ's schema up to date. A step of the platform's migrate command, never of a starting process;
 * needs a session of its own, not a pool.
 */
export async function runQueueMigrations(client: Client | PoolClient): Promise<void> {
  await runMigrations(client, QUEUE_SCHEMA);
}

/** Rejects when the back end takes no writes, as a full Redis does, which answers everything else. */
export async function writeToQueue(queue: Queue): Promise<void> {
  const backend: IQueueBackend = queue.getBackend();
  if (backend instanceof RedisQueueBackend) {
    const client = await backend.client;
    await client.set(`${queue.opts.prefix}:probe`, 1, { PX: PROBE_KEEP_MS });
  } else {
    await queue.getJobCountByTypes('wait');
  }
}

/** What may become of the jobs in this back end, in words; null when nothing may. */
export async function findQueueWarning(queue: Queue): Promise<string | null> {
  const backend: IQueueBackend = queue.getBackend();
  if (!(backend instanceof RedisQueueBackend)) return null;
  return findRedisWarning(await (await backend.client).info());
}

/**
 * BullMQ remembers for ever that its first connection failed, or found no schema yet. Here that is forgotten, and
 * whoever waits for the connection next tries it anew: a process may start before its database, and before the migrations.
 */
const postgresBackend: typeof createPostgresBackend = (name, options, how) => {
  const backend = createPostgresBackend(name, options, how);
  forgetFailure(backend);
  forgetFailure((backend as unknown as { connection: Remembering }).connection);
  return backend;
};

interface Remembering {
  waitUntilReady(): Promise<void>;
}

function forgetFailure(remembering: Remembering): void {
  const wait = remembering.waitUntilReady.bind(remembering);
  remembering.waitUntilReady = async () => {
    try {
      await wait();
    } catch (error) {
      Object.assign(remembering, { readyPromise: undefined });
      throw error;
    }
  };
}

/** One pool for all: BullMQ's own would open two for each queue, and listen without ever noticing a silent connection. */
function postgresPool({ url, connectTimeoutMs }: AppConfig['database']): Pool {
  const pool = new CheckedPool({
    ...clientWithDeadline(ANSWER_MS),
    connectionString: url,
    max: POSTGRES_POOL_SIZE,
    connectionTimeoutMillis: connectTimeoutMs,
    options: SESSION_OPTIONS,
    application_name: 'repasse-queue',
  });
  pool.on('connect', (client) => {
    if (client instanceof DeadlineClient) client.askEvery(HEARTBEAT_MS);
  });
  // Whoever uses a connection hears of its end; one that lies idle is replaced.
  pool.on('error', () => undefined);
  return pool;
}

function redisConnection(url: string): ConnectionOptions {
  const { hostname, port, username, password, pathname, protocol } = new URL(url);
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? 6379 : Number(port),
    ...(username !== '' && { username: decodeURIComponent(username) }),
    ...(password !== '' && { password: decodeURIComponent(password) }),
    db: Number(pathname.slice(1)) || 0,
    ...(protocol === 'rediss:' && { tls: {} }),
    connectTimeout: REDIS_CONNECT_TIMEOUT_MS,
    commandTimeout: REDIS_ANSWER_MS,
    // What is not answered for so long is a silent connection: it is ended, and made anew.
    socketTimeout: 2 * REDIS_ANSWER_MS,
    keepAlive: REDIS_KEEP_ALIVE_MS,
    // Who adds jobs fails at once without Redis: they begin elsewhere.
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (attempt: number) => Math.min(100 * attempt, REDIS_RETRY_MAX_MS),
  };
}
