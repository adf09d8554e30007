import type { Gauge } from 'prom-client';
import { withTimeout } from '../time';

const LOOK_EVERY_MS = 5_000;
const LOOK_TIMEOUT_MS = 10_000;
/** Looks in a row that must say the same: between two pieces of work nobody is at it for a moment. */
const IN_A_ROW = 3;

/** Looks from time to time how long the oldest of what waits has waited; readiness and metrics tell of it. */
export class BacklogWatch {
  private readonly ages: number[] = [];
  private timer: NodeJS.Timeout | undefined;
  private isStopped = false;

  /** @param oldestSeconds how long what nobody is at has waited; 0 when nothing waits */
  constructor(
    private readonly oldestSeconds: () => Promise<number>,
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

  /** Rejects when something has waited for too long. */
  check(): Promise<void> {
    const late = this.ages.filter((seconds) => seconds > this.longestSeconds);
    return late.length === IN_A_ROW
      ? Promise.reject(new Error(`something has waited for ${Math.round(late[0] ?? 0)} s`))
      : Promise.resolve();
  }

  private async look(): Promise<void> {
    if (this.isStopped) return;
    try {
      const seconds = Math.max(0, await withTimeout(this.oldestSeconds(), LOOK_TIMEOUT_MS));
      this.gauge.set(seconds);
      this.ages.unshift(seconds);
      this.ages.length = Math.min(this.ages.length, IN_A_ROW);
    } catch {
      // That the database does not answer is another check's to tell: what was seen last stays.
    }
    this.timer = setTimeout(() => void this.look(), LOOK_EVERY_MS).unref();
  }
}
