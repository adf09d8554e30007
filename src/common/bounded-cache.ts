import { LRUCache } from 'lru-cache';

/** What was used last, `entries` of it at most. */
export type BoundedCache<V extends object | string | number | boolean> = LRUCache<string, V>;

/**
 * A cache whose memory grows with what it holds: the library's own `max` takes the memory of all entries at once.
 * @param ttlMs how long an entry is believed; without it as long as there is room
 */
export function boundedCache<V extends object | string | number | boolean>(
  entries: number,
  ttlMs = 0,
): BoundedCache<V> {
  return new LRUCache({ maxSize: entries, sizeCalculation: () => 1, ttl: ttlMs });
}
