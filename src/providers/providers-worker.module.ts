import { Module } from '@nestjs/common';
import { ClaimProviderCallsUseCase } from './calls/claim-provider-calls.use-case';
import { ProviderCallDispatcherService } from './calls/provider-call-dispatcher.service';
import { TakeNotificationsTask } from './inbound/take-notifications.task';
import { CancelOrphanedPaymentsTask } from './instructions/cancel-orphaned-payments.task';
import { ProvidersModule } from './providers.module';
import { DeliverSandboxNotificationsTask } from './sandbox/deliver-sandbox-notifications.task';

/** What happens with providers by the clock. */
export const PROVIDER_TASKS = [
  TakeNotificationsTask,
  CancelOrphanedPaymentsTask,
  DeliverSandboxNotificationsTask,
];

/** Providers as the worker sees them. */
@Module({
  imports: [ProvidersModule],
  providers: [ClaimProviderCallsUseCase, ProviderCallDispatcherService, ...PROVIDER_TASKS],
  exports: PROVIDER_TASKS,
})
export class ProvidersWorkerModule {}
