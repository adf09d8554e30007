import type { Logger } from '@nestjs/common';

const WINDOW_MS = 60_000;

/** Says at most so many lines a minute, and afterwards how many it left out. */
export class BoundedLogger {
  private windowBeganMs = -Infinity;
  private said = 0;
  private leftOut = 0;

  constructor(
    private readonly logger: Pick<Logger, 'log' | 'warn'>,
    private readonly linesAMinute: number,
    private readonly nowMs: () => number = () => performance.now(),
  ) {}

  log(message: string): void {
    if (this.mayTell()) this.logger.log(message);
  }

  warn(message: string): void {
    if (this.mayTell()) this.logger.warn(message);
  }

  private mayTell(): boolean {
    const nowMs = this.nowMs();
    if (nowMs - this.windowBeganMs >= WINDOW_MS) {
      if (this.leftOut > 0) this.logger.warn(`${this.leftOut} lines of this kind were left out`);
      this.windowBeganMs = nowMs;
      this.said = 0;
      this.leftOut = 0;
    }
    this.said += 1;
    const mayTell = this.said <= this.linesAMinute;
    if (!mayTell) this.leftOut += 1;
    return mayTell;
  }
}
