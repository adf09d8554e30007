import { Inject, Injectable } from '@nestjs/common';
import { ThrottlerStorage } from '@nestjs/throttler';
import { AppConfig, type RateLimits } from '../../config';
import { Clock } from '../clock';
import { countedNetwork, type RateLimitDecision } from '../http';
import { endOfWindow, type RateStorage } from './rate-storage';
import { RedisStorage } from './redis.storage';
import { categoryOf, isLogin, isReviewPath, LOGIN_LIMIT, REVIEW_LIMIT, WINDOW_SECONDS } from './categories';

/** Who is counted: a caller with its own limits, or an address when the credentials were missing or wrong. */
export interface Counted {
  readonly subject: string;
  readonly limits: RateLimits | null;
}

/** The addresses of one /48 together may send so many times what one of them may. */
const PER_NETWORK = 5;

interface Bucket {
  readonly name: string;
  readonly limit: number;
  /** Counted for an address, and so for its network too. */
  readonly isAddress?: boolean;
}

/** Counts requests in fixed 60-second windows per subject and category (contract §3). */
@Injectable()
export class RateLimiter {
  constructor(
    @Inject(ThrottlerStorage) private readonly storage: RateStorage,
    private readonly clock: Clock,
    private readonly config: AppConfig,
  ) {}

  async count(counted: Counted, address: string, method: string, path: string): Promise<RateLimitDecision> {
    const bucket = this.bucket(counted, address, method, path);
    const network = bucket.isAddress === true ? countedNetwork(address) : null;
    if (network === null) return this.countIn(bucket);
    const whole = {
      name: `${isLogin(method, path) ? 'login' : 'default'}:ip:${network}`,
      limit: bucket.limit * PER_NETWORK,
    };
    const [decision, ofNetwork] = await Promise.all([this.countIn(bucket), this.countIn(whole)]);
    return ofNetwork.exceeded ? { ...decision, remaining: 0, exceeded: true } : decision;
  }

  /** What the headers of a request say that is counted nowhere. */
  uncounted(): RateLimitDecision {
    const limit = this.config.rateLimits.default;
    const nowSeconds = this.clock.now().getTime() / 1000;
    const resetAtSeconds = endOfWindow(nowSeconds);
    const retryAfterSeconds = Math.ceil(resetAtSeconds - nowSeconds);
    return { limit, remaining: limit, resetAtSeconds, retryAfterSeconds, exceeded: false };
  }

  /** Rejects when the shared store takes nothing; this process then counts by itself. */
  async check(): Promise<void> {
    if (this.storage instanceof RedisStorage) await this.storage.check();
  }

  /** Rejects when the settings or the memory of the shared store endanger what it holds. */
  async checkSettings(): Promise<void> {
    if (this.storage instanceof RedisStorage) await this.storage.checkSettings();
  }

  private async countIn({ name, limit }: Bucket): Promise<RateLimitDecision> {
    const record = await this.storage.increment(name, WINDOW_SECONDS * 1000, limit);
    return {
      limit,
      remaining: Math.max(0, limit - record.totalHits),
      resetAtSeconds: record.resetAtSeconds,
      retryAfterSeconds: Math.max(1, Math.ceil(record.timeToExpire)),
      exceeded: record.totalHits > limit,
    };
  }

  private bucket(counted: Counted, address: string, method: string, path: string): Bucket {
    if (isLogin(method, path)) return { name: `login:ip:${address}`, limit: LOGIN_LIMIT, isAddress: true };
    if (counted.limits === null) {
      // A missing or wrong secret counts against the address, never against a merchant.
      const isOperator = counted.subject.startsWith('operator:') && isReviewPath(path);
      return isOperator
        ? { name: `review:${counted.subject}`, limit: REVIEW_LIMIT }
        : {
            name: `default:${counted.subject}`,
            limit: this.config.rateLimits.default,
            isAddress: counted.subject.startsWith('ip:'),
          };
    }
    const category = categoryOf(path);
    return { name: `${category}:${counted.subject}`, limit: counted.limits[category] };
  }
}
