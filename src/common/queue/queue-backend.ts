import {
  type ConnectionOptions,
  createPostgresBackend,
  createRedisBackend,
  runMigrations,
  setDefaultBackendFactory,
} from 'bullmq';
import type { Client, PoolClient } from 'pg';
import type { AppConfig } from '../../config';

/** BullMQ's own schema, beside ours in the same database. */
const QUEUE_SCHEMA = 'bullmq';

/** Connections of one queue or worker to PostgreSQL; a worker has one more on which it listens. */
const POSTGRES_POOL_SIZE = 3;

const REDIS_CONNECT_TIMEOUT_MS = 2_000;
const REDIS_RETRY_MAX_MS = 2_000;

/**
 * Decides which BullMQ back end this process uses, and returns the connection of its queues (decision 0007).
 * Redis when REDIS_URL is set (production), else PostgreSQL (the embedded default); the code above is the same.
 */
export function selectQueueBackend(config: Pick<AppConfig, 'redis' | 'database'>): ConnectionOptions {
  if (config.redis === null) {
    setDefaultBackendFactory(createPostgresBackend);
    return postgresConnection(config.database);
  }
  setDefaultBackendFactory(createRedisBackend);
  return redisConnection(config.redis.url);
}

/**
 * Brings BullMQ's schema up to date. A step of the platform's migrate command, never of a starting process;
 * needs a session of its own, not a pool.
 */
export async function runQueueMigrations(client: Client | PoolClient): Promise<void> {
  await runMigrations(client, QUEUE_SCHEMA);
}

function postgresConnection({ url, connectTimeoutMs }: AppConfig['database']): ConnectionOptions {
  return {
    connectionString: url,
    schema: QUEUE_SCHEMA,
    max: POSTGRES_POOL_SIZE,
    connectionTimeoutMillis: connectTimeoutMs,
    application_name: 'repasse-queue',
  };
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
    retryStrategy: (attempt: number) => Math.min(100 * attempt, REDIS_RETRY_MAX_MS),
  };
}
