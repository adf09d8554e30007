import { defineFeature } from '../common/features';
import { RotateProviderCredentialsUseCase } from './accounts/rotate-provider-credentials.use-case';
import { PROVIDER_CALL } from './calls/answer-by-provider.use-case';
import { providerInvariants } from './provider.invariants';
import { ProvidersApiModule } from './providers-api.module';
import { PROVIDER_TASKS, ProvidersWorkerModule } from './providers-worker.module';
import { ProvidersModule } from './providers.module';

export const providersFeature = defineFeature({
  name: 'providers',
  api: [ProvidersApiModule],
  worker: [ProvidersWorkerModule],
  commandLine: [ProvidersModule],
  invariants: providerInvariants,
  tasks: PROVIDER_TASKS,
  pendingKeys: [PROVIDER_CALL],
  rotations: [RotateProviderCredentialsUseCase],
});
