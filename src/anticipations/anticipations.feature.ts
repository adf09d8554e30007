import { defineFeature } from '../common/features';
import { ANTICIPATION_EVENTS } from './anticipation.events';
import { anticipationInvariants } from './anticipation.invariants';
import { AnticipationsCoreModule } from './anticipations-core.module';
import {
  ANTICIPATION_TASKS,
  AnticipationsApiModule,
  AnticipationsWorkerModule,
} from './anticipations.module';

export const anticipationsFeature = defineFeature({
  name: 'anticipations',
  api: [AnticipationsApiModule],
  worker: [AnticipationsWorkerModule],
  commandLine: [AnticipationsCoreModule],
  tasks: ANTICIPATION_TASKS,
  invariants: anticipationInvariants,
  rateLimit: { transactions: ['/v1/anticipations'] },
  events: [ANTICIPATION_EVENTS],
});
