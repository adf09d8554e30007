import { Module } from '@nestjs/common';
import { ProviderCallsProcessor } from './calls/provider-calls.processor';
import { SweepProviderCallsTask } from './calls/sweep-provider-calls.task';
import { TakeNotificationsTask } from './inbound/take-notifications.task';
import { CancelOrphanedPaymentsTask } from './instructions/cancel-orphaned-payments.task';
import { ProvidersModule } from './providers.module';
import { DeliverSandboxNotificationsTask } from './sandbox/deliver-sandbox-notifications.task';

/** What happens with providers by the clock. */
export const PROVIDER_TASKS = [
  SweepProviderCallsTask,
  TakeNotificationsTask,
  CancelOrphanedPaymentsTask,
  DeliverSandboxNotificationsTask,
];

/** Providers as the worker sees them. */
@Module({
  imports: [ProvidersModule],
  providers: [ProviderCallsProcessor, ...PROVIDER_TASKS],
  exports: PROVIDER_TASKS,
})
export class ProvidersWorkerModule {}
