import type { Gauge } from 'prom-client';
import { withTimeout } from '../time';

const LOOK_EVERY_MS = 5_000;
const LOOK_TIMEOUT_MS = 10_000;

/** What has waited longest of all that nobody is at. */
export interface Waiting {
  /** Tells it from all others. */
  readonly id: string;
  readonly seconds: number;
}

/**
 * Looks from time to time how long the oldest of what waits has waited; readiness and metrics tell of it. A long queue that is
 * worked on is no fault, however old its head: one after another is its oldest. What stands still has the same one all the time.
 */
export class BacklogWatch {
  private seconds = 0;
  private oldestId: string | null = null;
  private sinceMs = performance.now();
  private timer: NodeJS.Timeout | undefined;
  private isStopped = false;

  /**
   * @param oldest what nobody is at and has waited longest; null when nothing waits
   * @param longestSeconds so long something may wait, and so long it may be the oldest
   */
  constructor(
    private readonly oldest: () => Promise<Waiting | null>,
    private readonly longestSeconds: number,
    private readonly gauge: Gauge,
  ) {}

  start(): void {
    void this.look();
  }

  stop(): void {
    this.isStopped = true;
    clearTimeout(this.timer);
  }

  /** Rejects when the same one has waited, and been the oldest, for too long. */
  check(): Promise<void> {
    const stoodMs = this.oldestId === null ? 0 : performance.now() - this.sinceMs;
    const isLate = this.seconds > this.longestSeconds && stoodMs > this.longestSeconds * 1_000;
    return isLate
      ? Promise.reject(new Error(`something has waited for ${Math.round(this.seconds)} s`))
      : Promise.resolve();
  }

  private async look(): Promise<void> {
    if (this.isStopped) return;
    try {
      const { id, seconds } = (await withTimeout(this.oldest(), LOOK_TIMEOUT_MS)) ?? { id: null, seconds: 0 };
      if (id !== this.oldestId) this.sinceMs = performance.now();
      this.oldestId = id;
      this.seconds = Math.max(0, seconds);
      this.gauge.set(this.seconds);
    } catch {
      // That the database does not answer is another check's to tell: what was seen last stays.
    }
    this.timer = setTimeout(() => void this.look(), LOOK_EVERY_MS).unref();
  }
}
