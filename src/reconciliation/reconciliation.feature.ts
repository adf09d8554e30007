import { defineFeature } from '../common/features';
import { FIRST_REQUEST } from './reading/item.repository';
import { ReadReportsTask } from './reading/read-reports.task';
import { reconciliationInvariants } from './reconciliation.invariants';
import {
  ReconciliationApiModule,
  ReconciliationModule,
  ReconciliationWorkerModule,
} from './reconciliation.module';

export const reconciliationFeature = defineFeature({
  name: 'reconciliation',
  api: [ReconciliationApiModule],
  worker: [ReconciliationWorkerModule],
  commandLine: [ReconciliationModule],
  invariants: reconciliationInvariants,
  pendingKeys: [FIRST_REQUEST],
  tasks: [ReadReportsTask],
});
