import { Injectable } from '@nestjs/common';
import { inRounds } from '../../common';
import type { ScheduledTask } from '../../common/queue';
import { ChargeListRepository } from './charge-list.repository';

const EVERY_MS = 2_000;
const MAX_CHANGES = 10_000;

/** Whoever lists charges adds up the changes that are not folded yet: they are kept few. */
@Injectable()
export class FoldChargeCountsTask implements ScheduledTask {
  readonly name = 'charges-fold-counts';
  readonly everyMs = EVERY_MS;

  constructor(private readonly charges: ChargeListRepository) {}

  async run(stop?: AbortSignal): Promise<void> {
    await inRounds(MAX_CHANGES, () => this.charges.foldCounts(MAX_CHANGES), stop);
  }
}
