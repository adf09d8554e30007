import { Injectable } from '@nestjs/common';
import { Grouped, TxRunner } from '../../database';
import { AttemptReportsService } from './attempt-reports.service';
import { DatabasePriorityService } from './database-priority.service';
import { type AttemptOutcome, DeliveryRepository, type RecordedDelivery } from './delivery.repository';
import { EndpointHealthRepository, NOTHING_NEW } from './endpoint-health.repository';
import type { Batch } from './prepare-batch.use-case';

const GROUP = { atOnce: 2, size: 200, waiting: Infinity };

interface Success {
  readonly batch: Batch;
  readonly outcome: AttemptOutcome;
}

/** Writes successes that are nothing but that (isPlainSuccess), those that come together together (decision 0054). */
@Injectable()
export class RecordSuccessUseCase {
  private readonly successes = new Grouped<Success, RecordedDelivery | null>(GROUP, (group) =>
    this.write(group),
  );

  constructor(
    private readonly txRunner: TxRunner,
    private readonly database: DatabasePriorityService,
    private readonly deliveries: DeliveryRepository,
    private readonly health: EndpointHealthRepository,
    private readonly reports: AttemptReportsService,
  ) {}

  /**
   * In one transaction for all that come meanwhile, of whatever endpoints. Null when the row had gone to another worker. What
   * makes the group fail may have nothing to do with this one: then it is for RecordAttemptsUseCase.
   */
  async execute(batch: Batch, outcome: AttemptOutcome): Promise<RecordedDelivery | null> {
    const written = await this.successes.run({ batch, outcome });
    this.reports.count([outcome]);
    return written;
  }

  /** Locks the endpoints before their deliveries: as everywhere. */
  private async write(group: readonly Success[]): Promise<(RecordedDelivery | null)[]> {
    const endpoints = new Map(group.map(({ batch: { key } }) => [key.endpointId, key]));
    const [ended, recorded] = await this.database.runFirst(() =>
      this.txRunner.run(
        async (tx) =>
          [
            await this.health.endAccounts(tx, [...endpoints.values()], false),
            await this.deliveries.record(
              tx,
              group.map(({ outcome }) => outcome),
            ),
          ] as const,
      ),
    );
    for (const endpointId of endpoints.keys()) {
      this.reports.tell(endpointId, [], {
        observed: ended.get(endpointId) ?? NOTHING_NEW,
        pausedReason: null,
      });
      this.database.remember(endpointId, true);
    }
    const byId = new Map(recorded.map((each) => [each.id, each]));
    return group.map(({ outcome: { id } }) => byId.get(id) ?? null);
  }
}
