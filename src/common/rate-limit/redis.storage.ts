import { Logger, type OnApplicationShutdown } from '@nestjs/common';
import { Redis } from 'ioredis';
import { findRedisWarning } from '../redis';
import { answerWithin } from './answer-within';
import { WINDOW_SECONDS } from './categories';
import { MemoryStorage } from './memory.storage';
import { endOfWindow, type RateStorage, type WindowRecord, windowRecord } from './rate-storage';

/**
 * One call and one round trip a request. The window is Redis' own time: however the clocks of the API processes
 * differ, they count in the same one. A counter outlives its window by nothing.
 */
const COUNT = `
local time = redis.call('TIME')
local now = tonumber(time[1]) + tonumber(time[2]) / 1000000
local reset = (math.floor(now / ${WINDOW_SECONDS}) + 1) * ${WINDOW_SECONDS}
local key = KEYS[1] .. ':' .. string.format('%d', reset)
local hits = redis.call('INCR', key)
if hits == 1 then redis.call('PEXPIREAT', key, string.format('%d', reset * 1000)) end
return { hits, reset, tostring(now) }`;

const COMMAND_TIMEOUT_MS = 250;
const PROBE_KEEP_MS = 60_000;
const MAX_RECONNECT_MS = 2_000;
/** A connection that is silent for so long is given up: nothing says that it ever speaks again. */
const GIVE_UP_MS = 5_000;

type CountingRedis = Redis & {
  countRequest(key: string): Promise<[hits: number, reset: number, now: string]>;
};

/**
 * Counts in Redis, shared by all API processes. While Redis is away this process counts by itself, from where Redis
 * last stood: never unlimited.
 */
export class RedisStorage implements RateStorage, OnApplicationShutdown {
  private readonly logger = new Logger('RateLimit');
  private readonly redis: CountingRedis;
  /** What Redis has counted, as it last said. */
  private readonly known = new MemoryStorage(() => this.storeSeconds());
  /** What was counted here and Redis does not know. */
  private readonly own = new MemoryStorage(() => this.storeSeconds());
  /** Redis' clock against the monotonic one of this process; null before its first answer. */
  private offsetSeconds: number | null = null;
  private isAway = false;
  private connectedAtMs = performance.now();

  constructor(
    url: string,
    private readonly prefix: string,
    private readonly nowSeconds: () => number,
  ) {
    this.redis = new Redis(url, {
      // A request never waits for a Redis that is not there.
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      connectTimeout: 2_000,
      retryStrategy: (times) => Math.min(times * 100, MAX_RECONNECT_MS),
    }) as CountingRedis;
    this.redis.defineCommand('countRequest', { numberOfKeys: 1, lua: COUNT });
    this.redis.on('error', () => {
      this.note(true);
    });
  }

  async increment(key: string, ttlMs: number, limit: number): Promise<WindowRecord> {
    try {
      const counting = this.redis.countRequest(`${this.prefix}:${key}`);
      const [hits, reset, now] = await answerWithin(counting, COMMAND_TIMEOUT_MS);
      this.note(false);
      const storeSeconds = Number(now);
      this.offsetSeconds = storeSeconds - performance.now() / 1000;
      // Answers may overtake each other: the highest is the last.
      this.known.set(key, {
        hits: Math.max(hits, this.known.hitsIn(key, reset)),
        resetAtSeconds: reset,
      });
      return windowRecord(hits + this.own.hitsIn(key, reset), limit, reset, storeSeconds);
    } catch {
      this.note(true);
      this.reconnect();
      return this.countHere(key, ttlMs, limit);
    }
  }

  /** Rejects when Redis takes no writes: a full one answers everything else, and counts nothing. */
  async check(): Promise<void> {
    const written = this.redis.set(`${this.prefix}:probe`, 1, 'PX', PROBE_KEEP_MS);
    await answerWithin(written, COMMAND_TIMEOUT_MS);
  }

  /** Rejects when Redis may lose what it counts, or will soon take none: by its settings and its memory. */
  async checkSettings(): Promise<void> {
    const warning = findRedisWarning(await answerWithin(this.redis.info(), COMMAND_TIMEOUT_MS));
    if (warning !== null) throw new Error(warning);
  }

  onApplicationShutdown(): void {
    this.redis.disconnect();
  }

  private async countHere(key: string, ttlMs: number, limit: number): Promise<WindowRecord> {
    const { totalHits } = await this.own.increment(key, ttlMs, limit);
    const now = this.storeSeconds();
    const reset = endOfWindow(now);
    return windowRecord(totalHits + this.known.hitsIn(key, reset), limit, reset, now);
  }

  /** The time as Redis would say. */
  private storeSeconds(): number {
    return this.offsetSeconds === null ? this.nowSeconds() : this.offsetSeconds + performance.now() / 1000;
  }

  /** Gives up a connection that met its deadline: what waits on it fails at once, and so does what comes before the next. */
  private reconnect(): void {
    const isSilent = this.redis.status === 'ready' || performance.now() - this.connectedAtMs > GIVE_UP_MS;
    if (!isSilent) return;
    this.connectedAtMs = performance.now();
    this.redis.disconnect(true);
  }

  private note(away: boolean): void {
    if (away === this.isAway) return;
    this.isAway = away;
    if (away) this.logger.warn('Redis does not answer: requests are counted in this process alone');
    else this.logger.log('Redis answers again: requests are counted there');
  }
}
