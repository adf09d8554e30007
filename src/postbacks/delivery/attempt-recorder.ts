import { isPlainSuccess } from './attempt.rules';
import type { AttemptOutcome, RecordedDelivery } from './attempt.repository';
import type { Batch } from './prepare-batch.use-case';
import type { RecordAttemptsUseCase } from './record-attempts.use-case';
import type { RecordSuccessUseCase } from './record-success.use-case';

interface Waiting {
  readonly outcome: AttemptOutcome;
  readonly resolve: (recorded: RecordedDelivery | null) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Has the outcomes of one batch written in groups: whatever arrives while one write runs goes into the next, and a success
 * that follows no failure goes together with those of other endpoints. An outcome never waits for company, and few
 * attempts are ever without a record when the process dies.
 */
export class AttemptRecorder {
  private waiting: Waiting[] = [];
  private isWriting = false;
  private isOpen = false;

  constructor(
    private readonly batch: Batch,
    private readonly attempts: RecordAttemptsUseCase,
    private readonly successes: RecordSuccessUseCase,
  ) {}

  /** As of the last group that was written of this endpoint alone: what was written with others says nothing of failures since. */
  get isBreakerOpen(): boolean {
    return this.isOpen;
  }

  /**
   * Resolves when the outcome is written; null when the row had gone to another worker. After a failure of the endpoint that is
   * still to be written, a success that went with those of others would end an account that has not begun.
   */
  async add(outcome: AttemptOutcome, isAfterFailure: boolean): Promise<RecordedDelivery | null> {
    if (isAfterFailure || !isPlainSuccess(outcome)) return this.addToOwn(outcome);
    try {
      return await this.successes.execute(this.batch, outcome);
    } catch {
      return this.addToOwn(outcome);
    }
  }

  private addToOwn(outcome: AttemptOutcome): Promise<RecordedDelivery | null> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ outcome, resolve, reject });
      if (!this.isWriting) void this.writeAll();
    });
  }

  private async writeAll(): Promise<void> {
    this.isWriting = true;
    while (this.waiting.length > 0) {
      const group = this.waiting;
      this.waiting = [];
      try {
        const { deliveries, observed } = await this.attempts.execute(
          this.batch,
          group.map(({ outcome }) => outcome),
        );
        this.isOpen = observed.isBreakerOpen;
        const byId = new Map(deliveries.map((each) => [each.id, each]));
        for (const { outcome, resolve } of group) resolve(byId.get(outcome.id) ?? null);
      } catch (error) {
        for (const { reject } of group) reject(error);
      }
    }
    this.isWriting = false;
  }
}
