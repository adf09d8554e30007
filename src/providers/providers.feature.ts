import { defineFeature } from '../common/features';
import { PROVIDER_TASKS, ProvidersWorkerModule } from './providers-worker.module';

export const providersFeature = defineFeature({
  name: 'providers',
  worker: [ProvidersWorkerModule],
  tasks: PROVIDER_TASKS,
});
