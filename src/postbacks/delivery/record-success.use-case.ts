import { Injectable } from '@nestjs/common';
import { Grouped, TxRunner } from '../../database';
import { AttemptReportsService } from './attempt-reports.service';
import { DatabasePriorityService } from './database-priority.service';
import { type AttemptOutcome, AttemptRepository, type RecordedDelivery } from './attempt.repository';
import { NOTHING_NEW, observedOf } from './endpoint-health.repository';
import { addressOf, type Batch } from './prepare-batch.use-case';

const GROUP = { atOnce: 2, size: 200, waiting: Infinity };

interface Success {
  readonly batch: Batch;
  readonly outcome: AttemptOutcome;
}

/** Writes successes that are nothing but that (isPlainSuccess), those that come together together (decision 0009). */
@Injectable()
export class RecordSuccessUseCase {
  private readonly successes = new Grouped<Success, RecordedDelivery | null>(GROUP, (group) =>
    this.write(group),
  );

  constructor(
    private readonly txRunner: TxRunner,
    private readonly database: DatabasePriorityService,
    private readonly attempts: AttemptRepository,
    private readonly reports: AttemptReportsService,
  ) {}

  /**
   * In one statement for all that come meanwhile, of whatever endpoints. Null when the row had gone to another worker. What
   * makes the group fail may have nothing to do with this one: then it is for RecordAttemptsUseCase.
   */
  async execute(batch: Batch, outcome: AttemptOutcome): Promise<RecordedDelivery | null> {
    const written = await this.successes.run({ batch, outcome });
    this.reports.count([outcome]);
    return written;
  }

  private async write(group: readonly Success[]): Promise<(RecordedDelivery | null)[]> {
    const addresses = [...new Set(group.map(({ batch }) => batch))].map(addressOf);
    const outcomes = group.map(({ outcome }) => outcome);
    const { recorded, ended } = await this.database.runFirst(() =>
      this.txRunner.runStatement((tx) => this.attempts.recordSuccesses(tx, outcomes, addresses)),
    );
    const observed = observedOf(ended);
    for (const endpointId of new Set(addresses.map((one) => one.endpointId))) {
      this.reports.tell(endpointId, [], {
        observed: observed.get(endpointId) ?? NOTHING_NEW,
        pausedReason: null,
      });
      this.database.remember(endpointId, true);
    }
    const byId = new Map(recorded.map((each) => [each.id, each]));
    return group.map(({ outcome: { id } }) => byId.get(id) ?? null);
  }
}
