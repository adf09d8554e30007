import type { Logger } from '@nestjs/common';

const EVERY_MS = 10_000;

/** Says what happens again and again, as long as something is away, once in ten seconds. */
export class SeldomLogger {
  private lastMs = -Infinity;

  constructor(private readonly logger: Logger) {}

  warn(message: string): void {
    const nowMs = performance.now();
    if (nowMs - this.lastMs < EVERY_MS) return;
    this.lastMs = nowMs;
    this.logger.warn(message);
  }
}
