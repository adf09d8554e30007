import { Logger, type OnApplicationShutdown } from '@nestjs/common';
import type { ThrottlerStorage } from '@nestjs/throttler';
import { Redis } from 'ioredis';
import { MemoryStorage, storageRecord } from './memory.storage';

type StorageRecord = Awaited<ReturnType<ThrottlerStorage['increment']>>;

/** One call and one round trip a request; a counter outlives its window by nothing. */
const COUNT = `
local hits = redis.call('INCR', KEYS[1])
if hits == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
return hits`;

const COMMAND_TIMEOUT_MS = 250;
const MAX_RECONNECT_MS = 2_000;

type CountingRedis = Redis & { countRequest(key: string, ttlMs: number): Promise<number> };

/** Counts in Redis, shared by all API processes. While Redis is away this process counts by itself: never unlimited. */
export class RedisStorage implements ThrottlerStorage, OnApplicationShutdown {
  private readonly logger = new Logger('RateLimit');
  private readonly fallback = new MemoryStorage();
  private readonly redis: CountingRedis;
  private isAway = false;

  constructor(
    url: string,
    private readonly prefix: string,
  ) {
    this.redis = new Redis(url, {
      // A request never waits for a Redis that is not there.
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      commandTimeout: COMMAND_TIMEOUT_MS,
      connectTimeout: 2_000,
      retryStrategy: (times) => Math.min(times * 100, MAX_RECONNECT_MS),
    }) as CountingRedis;
    this.redis.defineCommand('countRequest', { numberOfKeys: 1, lua: COUNT });
    this.redis.on('error', () => {
      this.note(true);
    });
  }

  async increment(key: string, ttlMs: number, limit: number): Promise<StorageRecord> {
    try {
      const hits = await this.redis.countRequest(`${this.prefix}:${key}`, ttlMs);
      this.note(false);
      return storageRecord(hits, limit, ttlMs / 1000);
    } catch {
      this.note(true);
      return this.fallback.increment(key, ttlMs, limit);
    }
  }

  /** Rejects when Redis does not answer. */
  async ping(): Promise<void> {
    await this.redis.ping();
  }

  onApplicationShutdown(): void {
    this.redis.disconnect();
  }

  private note(away: boolean): void {
    if (away === this.isAway) return;
    this.isAway = away;
    if (away) this.logger.warn('Redis does not answer: requests are counted in this process alone');
    else this.logger.log('Redis answers again: requests are counted there');
  }
}
