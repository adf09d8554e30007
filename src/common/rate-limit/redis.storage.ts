import { Logger, type OnApplicationShutdown } from '@nestjs/common';
import { Redis } from 'ioredis';
import { findRedisWarning } from '../redis';
import { answerWithin } from './answer-within';
import { WINDOW_SECONDS } from './categories';
import { MemoryStorage } from './memory.storage';
import { type RateStorage, type WindowRecord, windowRecord } from './rate-storage';

/**
 * One call and one round trip for all requests of a moment: to each counter how many came. The window is Redis' own time: however
 * the clocks of the API processes differ, they count in the same one. A counter outlives its window by nothing.
 */
const COUNT = `
local time = redis.call('TIME')
local now = tonumber(time[1]) + tonumber(time[2]) / 1000000
local reset = (math.floor(now / ${WINDOW_SECONDS}) + 1) * ${WINDOW_SECONDS}
local answer = { reset, tostring(now) }
for index, name in ipairs(KEYS) do
  local key = name .. ':' .. string.format('%d', reset)
  local hits = redis.call('INCRBY', key, ARGV[index])
  if hits == tonumber(ARGV[index]) then redis.call('PEXPIREAT', key, string.format('%d', reset * 1000)) end
  answer[index + 2] = hits
end
return answer`;

/** Counters of one call: Redis does nothing else meanwhile. */
const MAX_KEYS = 256;

const COMMAND_TIMEOUT_MS = 250;
const PROBE_KEEP_MS = 60_000;
const MAX_RECONNECT_MS = 2_000;
/** A connection that is silent for so long is given up: nothing says that it ever speaks again. */
const GIVE_UP_MS = 5_000;

type CountingRedis = Redis & {
  countRequests(
    keyCount: number,
    ...keysAndCounts: (string | number)[]
  ): Promise<[reset: number, now: string, ...hits: number[]]>;
};

interface Waiting {
  readonly limit: number;
  readonly resolve: (record: WindowRecord) => void;
}

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
  /** What came since the last call, by counter. */
  private waiting = new Map<string, Waiting[]>();
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
    this.redis.defineCommand('countRequests', { lua: COUNT });
    this.redis.on('error', () => {
      this.note(true);
    });
  }

  /** Requests that come in the same turn of the event loop are counted with one call at its end: nobody waits for company. */
  increment(key: string, _ttlMs: number, limit: number): Promise<WindowRecord> {
    return new Promise((resolve) => {
      if (this.waiting.size === 0) setImmediate(() => void this.countWaiting());
      const same = this.waiting.get(key);
      if (same !== undefined) same.push({ limit, resolve });
      else this.waiting.set(key, [{ limit, resolve }]);
      if (this.waiting.size === MAX_KEYS) void this.countWaiting();
    });
  }

  private async countWaiting(): Promise<void> {
    const counted = [...this.waiting];
    if (counted.length === 0) return;
    this.waiting = new Map();
    try {
      const keys = counted.map(([key]) => `${this.prefix}:${key}`);
      const counting = this.redis.countRequests(
        keys.length,
        ...keys,
        ...counted.map(([, all]) => all.length),
      );
      const [reset, now, ...hits] = await answerWithin(counting, COMMAND_TIMEOUT_MS);
      this.note(false);
      const storeSeconds = Number(now);
      this.offsetSeconds = storeSeconds - performance.now() / 1000;
      counted.forEach(([key, all], index) =>
        this.tell(key, all, { hits: hits[index] ?? 0, reset, storeSeconds }),
      );
    } catch {
      this.note(true);
      this.reconnect();
      for (const [key, all] of counted) for (const one of all) one.resolve(this.countHere(key, one.limit));
    }
  }

  /** Each in the order in which they came: the last one is the one that made the count what it is. */
  private tell(
    key: string,
    all: readonly Waiting[],
    { hits, reset, storeSeconds }: { hits: number; reset: number; storeSeconds: number },
  ): void {
    // Answers may overtake each other: the highest is the last.
    const known = Math.max(hits, this.known.hitsIn(key, reset));
    this.known.set(key, { hits: known, resetAtSeconds: reset });
    const before = hits - all.length + this.own.hitsIn(key, reset);
    all.forEach(({ limit, resolve }, index) => {
      resolve(windowRecord(before + index + 1, limit, reset, storeSeconds));
    });
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

  private countHere(key: string, limit: number): WindowRecord {
    const { totalHits, resetAtSeconds } = this.own.count(key, limit);
    const hits = totalHits + this.known.hitsIn(key, resetAtSeconds);
    return windowRecord(hits, limit, resetAtSeconds, this.storeSeconds());
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
