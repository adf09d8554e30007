import { Injectable } from '@nestjs/common';
import { inRounds } from '../../common';
import type { ScheduledTask } from '../../common/queue';
import { DeliveryLogRepository } from './delivery-log.repository';

const EVERY_MS = 2_000;
const MAX_CHANGES = 10_000;

/** Whoever lists deliveries adds up the changes that are not folded yet: they are kept few. */
@Injectable()
export class FoldDeliveryCountsTask implements ScheduledTask {
  readonly name = 'deliveries-fold-counts';
  readonly everyMs = EVERY_MS;

  constructor(private readonly logs: DeliveryLogRepository) {}

  async run(stop?: AbortSignal): Promise<void> {
    await inRounds(MAX_CHANGES, () => this.logs.foldCounts(MAX_CHANGES), stop);
  }
}
