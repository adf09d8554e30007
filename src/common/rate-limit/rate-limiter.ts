import { Inject, Injectable } from '@nestjs/common';
import { ThrottlerStorage } from '@nestjs/throttler';
import type { Counter } from 'prom-client';
import { AppConfig, type RateLimits } from '../../config';
import { Clock } from '../clock';
import { countedNetwork, type RateLimitDecision } from '../http';
import { Metrics } from '../metrics';
import { endOfWindow, type RateStorage } from './rate-storage';
import { RedisStorage } from './redis.storage';
import {
  categoryOf,
  isLogin,
  isReviewPath,
  LOGIN_LIMIT,
  RATE_LIMIT_CATEGORIES,
  REVIEW_LIMIT,
  WINDOW_SECONDS,
} from './categories';

/** Who is counted: a caller with its own limits, or an address when the credentials were missing or wrong. */
export interface Counted {
  readonly subject: string;
  readonly limits: RateLimits | null;
}

/** The addresses of one /48 together may send so many times what one of them may. */
const PER_NETWORK = 5;

/** What merchants are limited by, and what operators and log-ins are. */
const CATEGORIES = [...RATE_LIMIT_CATEGORIES, 'review', 'login'] as const;

interface Bucket {
  readonly category: (typeof CATEGORIES)[number];
  /** Who is counted. */
  readonly subject: string;
  readonly limit: number;
  /** Counted for an address, and so for its network too. */
  readonly isAddress?: boolean;
}

/** Counts requests in fixed 60-second windows per subject and category (contract §3). */
@Injectable()
export class RateLimiter {
  private readonly refusals: Counter<'category'>;

  constructor(
    @Inject(ThrottlerStorage) private readonly storage: RateStorage,
    private readonly clock: Clock,
    private readonly config: AppConfig,
    metrics: Metrics,
  ) {
    this.refusals = metrics.counter(
      'repasse_rate_limit_refusals_total',
      'Requests above a limit, by category',
      ['category'],
    );
    for (const category of CATEGORIES) this.refusals.inc({ category }, 0);
  }

  async count(counted: Counted, address: string, method: string, path: string): Promise<RateLimitDecision> {
    const bucket = this.bucket(counted, address, method, path);
    const network = bucket.isAddress === true ? countedNetwork(address) : null;
    const decision = network === null ? await this.countIn(bucket) : await this.countBoth(bucket, network);
    if (decision.exceeded) this.refusals.inc({ category: bucket.category });
    return decision;
  }

  private async countBoth(bucket: Bucket, network: string): Promise<RateLimitDecision> {
    const whole = { ...bucket, subject: `ip:${network}`, limit: bucket.limit * PER_NETWORK };
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

  private async countIn({ category, subject, limit }: Bucket): Promise<RateLimitDecision> {
    const record = await this.storage.increment(`${category}:${subject}`, WINDOW_SECONDS * 1000, limit);
    return {
      limit,
      remaining: Math.max(0, limit - record.totalHits),
      resetAtSeconds: record.resetAtSeconds,
      retryAfterSeconds: Math.max(1, Math.ceil(record.timeToExpire)),
      exceeded: record.totalHits > limit,
    };
  }

  private bucket(counted: Counted, address: string, method: string, path: string): Bucket {
    if (isLogin(method, path))
      return { category: 'login', subject: `ip:${address}`, limit: LOGIN_LIMIT, isAddress: true };
    if (counted.limits === null) {
      // A missing or wrong secret counts against the address, never against a merchant.
      const isOperator = counted.subject.startsWith('operator:') && isReviewPath(path);
      return isOperator
        ? { category: 'review', subject: counted.subject, limit: REVIEW_LIMIT }
        : {
            category: 'default',
            subject: counted.subject,
            limit: this.config.rateLimits.default,
            isAddress: counted.subject.startsWith('ip:'),
          };
    }
    const category = categoryOf(path);
    return { category, subject: counted.subject, limit: counted.limits[category] };
  }
}
