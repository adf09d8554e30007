import { Inject, Injectable } from '@nestjs/common';
import { ThrottlerStorage } from '@nestjs/throttler';
import { AppConfig, type RateLimits } from '../../config';
import { Clock } from '../clock';
import type { RateLimitDecision } from '../http';
import { RedisStorage } from './redis.storage';
import { categoryOf, isLogin, isReviewPath, LOGIN_LIMIT, REVIEW_LIMIT, WINDOW_SECONDS } from './categories';

/** Who is counted: a caller with its own limits, or an address when the credentials were missing or wrong. */
export interface Counted {
  readonly subject: string;
  readonly limits: RateLimits | null;
}

/** Counts requests in fixed 60-second windows per subject and category (contract §3). */
@Injectable()
export class RateLimiter {
  constructor(
    @Inject(ThrottlerStorage) private readonly storage: ThrottlerStorage,
    private readonly clock: Clock,
    private readonly config: AppConfig,
  ) {}

  async count(counted: Counted, address: string, method: string, path: string): Promise<RateLimitDecision> {
    const { bucket, limit } = this.bucket(counted, address, method, path);
    const nowSeconds = this.clock.now().getTime() / 1000;
    const window = Math.floor(nowSeconds / WINDOW_SECONDS);
    const record = await this.storage.increment(
      `${bucket}:${window}`,
      WINDOW_SECONDS * 1000,
      limit,
      0,
      'default',
    );
    return {
      limit,
      remaining: Math.max(0, limit - record.totalHits),
      resetAtSeconds: (window + 1) * WINDOW_SECONDS,
      exceeded: record.totalHits > limit,
    };
  }

  /** Rejects when the shared store does not answer; this process then counts by itself. */
  async check(): Promise<void> {
    if (this.storage instanceof RedisStorage) await this.storage.ping();
  }

  private bucket(
    counted: Counted,
    address: string,
    method: string,
    path: string,
  ): { bucket: string; limit: number } {
    if (isLogin(method, path)) return { bucket: `login:ip:${address}`, limit: LOGIN_LIMIT };
    if (counted.limits === null) {
      // A missing or wrong secret counts against the address, never against a merchant.
      const isOperator = counted.subject.startsWith('operator:') && isReviewPath(path);
      return isOperator
        ? { bucket: `review:${counted.subject}`, limit: REVIEW_LIMIT }
        : { bucket: `default:${counted.subject}`, limit: this.config.rateLimits.default };
    }
    const category = categoryOf(path);
    return { bucket: `${category}:${counted.subject}`, limit: counted.limits[category] };
  }
}
