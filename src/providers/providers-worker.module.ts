import { Module } from '@nestjs/common';
import { ProvidersModule } from './providers.module';
import { DeliverSandboxNotificationsTask } from './sandbox/deliver-sandbox-notifications.task';

/** What happens with providers by the clock. */
export const PROVIDER_TASKS = [DeliverSandboxNotificationsTask];

/** Providers as the worker sees them. */
@Module({ imports: [ProvidersModule], providers: PROVIDER_TASKS, exports: PROVIDER_TASKS })
export class ProvidersWorkerModule {}
