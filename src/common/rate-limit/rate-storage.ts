import type { ThrottlerStorage } from '@nestjs/throttler';
import { WINDOW_SECONDS } from './categories';

type ThrottlerRecord = Awaited<ReturnType<ThrottlerStorage['increment']>>;

/** What a window holds with the request that was just counted. */
export interface WindowRecord extends ThrottlerRecord {
  /** When the window ends, in Unix seconds by the clock that opened it. */
  readonly resetAtSeconds: number;
}

/** Counts requests in fixed windows of one clock: its own, not that of whoever asks (contract §3). */
export interface RateStorage extends ThrottlerStorage {
  increment(key: string, ttlMs: number, limit: number): Promise<WindowRecord>;
}

/** When the window ends in which this moment is. */
export function endOfWindow(nowSeconds: number): number {
  return (Math.floor(nowSeconds / WINDOW_SECONDS) + 1) * WINDOW_SECONDS;
}

export function windowRecord(
  totalHits: number,
  limit: number,
  resetAtSeconds: number,
  nowSeconds: number,
): WindowRecord {
  const timeToExpire = resetAtSeconds - nowSeconds;
  return {
    totalHits,
    resetAtSeconds,
    timeToExpire,
    isBlocked: totalHits > limit,
    timeToBlockExpire: timeToExpire,
  };
}
