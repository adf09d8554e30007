import { Injectable } from '@nestjs/common';
import { PriorityLimiter } from '../../common';
import { AppConfig } from '../../config';

const MAX_REMEMBERED = 10_000;

/**
 * Who comes to the database first. A healthy endpoint never queues there behind hundreds that do not answer, and as
 * deliveries take half of the connections at most, the relay always finds one free.
 */
@Injectable()
export class DatabasePriorityService {
  private readonly limiter: PriorityLimiter;
  /** Endpoints whose last answer here was a quick success: a hint, nothing more. */
  private readonly healthy = new Set<string>();

  constructor(config: AppConfig) {
    this.limiter = new PriorityLimiter(Math.ceil(config.database.poolSize / 2));
  }

  run<T>(endpointId: string, work: () => Promise<T>): Promise<T> {
    return this.limiter.run(this.healthy.has(endpointId), work);
  }

  /** What healthy endpoints have in common. */
  runFirst<T>(work: () => Promise<T>): Promise<T> {
    return this.limiter.run(true, work);
  }

  isHealthy(endpointId: string): boolean {
    return this.healthy.has(endpointId);
  }

  remember(endpointId: string, isHealthy: boolean): void {
    this.healthy.delete(endpointId);
    if (!isHealthy) return;
    this.healthy.add(endpointId);
    // A set is in the order of adding: the one that was not heard of for longest goes.
    const [oldest] = this.healthy;
    if (this.healthy.size > MAX_REMEMBERED && oldest !== undefined) this.healthy.delete(oldest);
  }
}
