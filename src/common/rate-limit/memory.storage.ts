import { endOfWindow, type RateStorage, type WindowRecord, windowRecord } from './rate-storage';

const MAX_KEYS = 100_000;

interface Counter {
  hits: number;
  readonly resetAtSeconds: number;
}

/**
 * Counts in this process alone: for the embedded set-up with its one API process, and while Redis is away.
 * Counters are forgotten with their window; past the bound the oldest go first.
 */
export class MemoryStorage implements RateStorage {
  private readonly counters = new Map<string, Counter>();

  constructor(private readonly nowSeconds: () => number) {}

  increment(key: string, _ttlMs: number, limit: number): Promise<WindowRecord> {
    return Promise.resolve(this.count(key, limit));
  }

  count(key: string, limit: number): WindowRecord {
    const now = this.nowSeconds();
    const resetAtSeconds = endOfWindow(now);
    const hits = this.hitsIn(key, resetAtSeconds) + 1;
    this.set(key, { hits, resetAtSeconds });
    return windowRecord(hits, limit, resetAtSeconds, now);
  }

  /** What is counted for the key in the window that ends then. */
  hitsIn(key: string, resetAtSeconds: number): number {
    const counter = this.counters.get(key);
    return counter?.resetAtSeconds === resetAtSeconds ? counter.hits : 0;
  }

  /** Holds a count that was made elsewhere. */
  set(key: string, counter: Counter): void {
    const known = this.counters.get(key);
    if (known?.resetAtSeconds === counter.resetAtSeconds) {
      known.hits = counter.hits;
      return;
    }
    // Last in order again: those of ended windows are in front.
    this.counters.delete(key);
    this.forget(counter.resetAtSeconds);
    this.counters.set(key, counter);
  }

  private forget(resetAtSeconds: number): void {
    for (const [key, counter] of this.counters) {
      if (counter.resetAtSeconds >= resetAtSeconds && this.counters.size < MAX_KEYS) return;
      this.counters.delete(key);
    }
  }
}
