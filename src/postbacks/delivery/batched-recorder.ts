import type { AttemptOutcome, RecordedDelivery } from './delivery.repository';

interface Waiting {
  readonly outcome: AttemptOutcome;
  readonly resolve: (recorded: RecordedDelivery | null) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Writes outcomes in groups: whatever arrives while one write runs goes into the next. An outcome never waits for
 * company, and few attempts are ever without a record when the process dies.
 */
export class BatchedRecorder {
  private waiting: Waiting[] = [];
  private writing = false;

  constructor(
    private readonly write: (outcomes: readonly AttemptOutcome[]) => Promise<readonly RecordedDelivery[]>,
  ) {}

  /** Resolves when the outcome is written; null when the row had gone to another worker. */
  add(outcome: AttemptOutcome): Promise<RecordedDelivery | null> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ outcome, resolve, reject });
      if (!this.writing) void this.drain();
    });
  }

  private async drain(): Promise<void> {
    this.writing = true;
    while (this.waiting.length > 0) {
      const group = this.waiting;
      this.waiting = [];
      try {
        const recorded = await this.write(group.map(({ outcome }) => outcome));
        const byId = new Map(recorded.map((each) => [each.id, each]));
        for (const { outcome, resolve } of group) resolve(byId.get(outcome.id) ?? null);
      } catch (error) {
        for (const { reject } of group) reject(error);
      }
    }
    this.writing = false;
  }
}
