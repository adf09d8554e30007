import { Redis } from 'ioredis';
import type { TestService } from './service';

/** One place where something may be kept, and all that is kept there as text. */
export interface Place {
  readonly name: string;
  readonly text: string;
}

/** Every row of every table of every schema, the queue's and the sandbox's too. */
export async function everyTable({ dataSource }: Pick<TestService, 'dataSource'>): Promise<Place[]> {
  const tables = await dataSource.query<{ name: string }[]>(
    `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
      WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')`,
  );
  const places: Place[] = [];
  for (const { name } of tables) {
    const rows = await dataSource.query<{ row: string }[]>(`SELECT r::text AS row FROM ${name} AS r`);
    places.push({ name, text: rows.map(({ row }) => row).join('\n') });
  }
  return places;
}

/** Every key of the service's Redis with its value; nothing when the run has none. */
export async function everyRedisKey({ config }: Pick<TestService, 'config'>): Promise<Place[]> {
  if (config.redis === null) return [];
  const redis = new Redis(config.redis.url);
  try {
    const places: Place[] = [];
    for (const key of await redis.keys('*')) {
      places.push({ name: `redis ${key}`, text: `${key}\n${JSON.stringify(await valueOf(redis, key))}` });
    }
    return places;
  } finally {
    redis.disconnect();
  }
}

async function valueOf(redis: Redis, key: string): Promise<unknown> {
  const type = await redis.type(key);
  switch (type) {
    case 'string':
      return redis.get(key);
    case 'hash':
      return redis.hgetall(key);
    case 'list':
      return redis.lrange(key, 0, -1);
    case 'set':
      return redis.smembers(key);
    case 'zset':
      return redis.zrange(key, '0', '-1');
    case 'stream':
      return redis.xrange(key, '-', '+');
    case 'none':
      return null;
    default:
      throw new Error(`${key} is of a kind that this does not read: ${type}`);
  }
}
