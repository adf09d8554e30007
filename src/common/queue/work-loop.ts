import type { DatabaseGate } from '../../database';

const FAILURE_WAIT_MS = 1_000;

/**
 * Looks for work again and again, from the moment the database is there until it is stopped. The rows say what is due:
 * whoever knows of some may have it look sooner, and nothing is missed where nobody does.
 */
export class WorkLoop {
  private isStopping = false;
  private isWanted = false;
  private hasFailed = false;
  private running: Promise<void> = Promise.resolve();
  private endPause: () => void = () => undefined;

  /**
   * @param round works once, and says in how many milliseconds it wants to look again
   * @param failed tells of a round that failed; the next one comes a second later
   */
  constructor(
    private readonly database: DatabaseGate,
    private readonly round: () => Promise<number>,
    private readonly failed: (error: unknown) => void,
  ) {}

  start(): void {
    this.running = this.run();
  }

  /** The next round begins now, or at once after the present one; after one that failed when its pause is over. */
  runNow(): void {
    this.isWanted = true;
    if (!this.hasFailed) this.endPause();
  }

  /** No further round begins. */
  stop(): void {
    this.isStopping = true;
    this.endPause();
  }

  /** Resolves, after `stop`, when the last round is over. */
  ended(): Promise<void> {
    return this.running;
  }

  private async run(): Promise<void> {
    if (!(await this.database.opened())) return;
    while (!this.isStopping) await this.pause(await this.once());
  }

  private async once(): Promise<number> {
    this.isWanted = this.hasFailed = false;
    try {
      return await this.round();
    } catch (error) {
      this.hasFailed = true;
      this.failed(error);
      return FAILURE_WAIT_MS;
    }
  }

  private async pause(waitMs: number): Promise<void> {
    if (this.isStopping || (this.isWanted && !this.hasFailed)) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, waitMs);
      this.endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
