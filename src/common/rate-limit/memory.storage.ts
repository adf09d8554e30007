import type { ThrottlerStorage } from '@nestjs/throttler';

type StorageRecord = Awaited<ReturnType<ThrottlerStorage['increment']>>;

const MAX_KEYS = 100_000;

/**
 * Counts in this process alone: for the embedded set-up with its one API process, and while Redis is away.
 * A key holds its window, so a counter is never reset, only forgotten.
 */
export class MemoryStorage implements ThrottlerStorage {
  private readonly counters = new Map<string, { hits: number; expiresAtMs: number }>();

  increment(key: string, ttlMs: number, limit: number): Promise<StorageRecord> {
    const nowMs = Date.now();
    let counter = this.counters.get(key);
    if (counter === undefined) {
      this.forget(nowMs);
      counter = { hits: 0, expiresAtMs: nowMs + ttlMs };
      this.counters.set(key, counter);
    }
    counter.hits += 1;
    return Promise.resolve(storageRecord(counter.hits, limit, (counter.expiresAtMs - nowMs) / 1000));
  }

  /** Keys are in the order of their making: the expired and, past the bound, the oldest are in front. */
  private forget(nowMs: number): void {
    for (const [key, { expiresAtMs }] of this.counters) {
      if (expiresAtMs > nowMs && this.counters.size < MAX_KEYS) return;
      this.counters.delete(key);
    }
  }
}

export function storageRecord(totalHits: number, limit: number, timeToExpire: number): StorageRecord {
  return { totalHits, timeToExpire, isBlocked: totalHits > limit, timeToBlockExpire: timeToExpire };
}
