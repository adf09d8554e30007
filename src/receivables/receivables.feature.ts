import { defineFeature } from '../common/features';
import { receivableInvariants } from './receivable.invariants';
import { RECEIVABLE_TASKS, ReceivablesApiModule, ReceivablesWorkerModule } from './receivables.module';
import { SETTLEMENT_EVENTS } from './settlements/settlement.events';

export const receivablesFeature = defineFeature({
  name: 'receivables',
  api: [ReceivablesApiModule],
  worker: [ReceivablesWorkerModule],
  invariants: receivableInvariants,
  tasks: RECEIVABLE_TASKS,
  rateLimit: { queries: ['/v1/receivables'] },
  events: [SETTLEMENT_EVENTS],
});
