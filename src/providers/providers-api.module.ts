import { Module } from '@nestjs/common';
import { ProviderNotificationsController } from './inbound/provider-notifications.controller';
import { OperatorProvidersController } from './accounts/operator-providers.controller';
import { ProvidersModule } from './providers.module';

/** Providers as the API process serves them. */
@Module({
  imports: [ProvidersModule],
  controllers: [OperatorProvidersController, ProviderNotificationsController],
})
export class ProvidersApiModule {}
