import { defineFeature } from '../common/features';
import { REQUEST_TASKS, RequestsModule, RequestsWorkerModule } from './requests.module';

export const requestsFeature = defineFeature({
  name: 'requests',
  api: [RequestsModule],
  worker: [RequestsWorkerModule],
  tasks: REQUEST_TASKS,
});
