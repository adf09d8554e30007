import { Module } from '@nestjs/common';
import { ChargesCoreModule } from './charges-core.module';
import { ExpireChargesTask } from './expire/expire-charges.task';
import { FoldChargeCountsTask } from './search/fold-charge-counts.task';
import { TidyChargeSearchTask } from './search/tidy-charge-search.task';

/** What happens to charges by the clock: the worker's module puts the tasks of all features together. */
export const CHARGE_TASKS = [ExpireChargesTask, FoldChargeCountsTask, TidyChargeSearchTask];

/**
 * Charges as the worker moves them on. It exports the tasks that happen by the clock; the worker's module puts those of
 * all features together.
 */
@Module({
  imports: [ChargesCoreModule],
  providers: CHARGE_TASKS,
  exports: CHARGE_TASKS,
})
export class ChargesWorkerModule {}
