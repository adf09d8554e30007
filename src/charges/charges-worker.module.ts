import { Module } from '@nestjs/common';
import { ChargesCoreModule } from './charges-core.module';
import { ChargeEventsConsumer } from './processing/charge-events.consumer';
import { ExpireCharges, TidyChargeSearch } from './processing/charge-tasks';

/** What happens to charges by the clock: the worker's module puts the tasks of all features together. */
export const CHARGE_TASKS = [ExpireCharges, TidyChargeSearch];

/**
 * Charges as the worker moves them on. It exports the consumer of their events and the tasks that happen by the clock;
 * the worker's module puts those of all features together.
 */
@Module({
  imports: [ChargesCoreModule],
  providers: [ChargeEventsConsumer, ...CHARGE_TASKS],
  exports: [ChargeEventsConsumer, ...CHARGE_TASKS],
})
export class ChargesWorkerModule {}
