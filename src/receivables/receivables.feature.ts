import { defineFeature } from '../common/features';
import { receivableInvariants } from './receivable.invariants';
import {
  RECEIVABLE_TASKS,
  ReceivablesApiModule,
  ReceivablesModule,
  ReceivablesWorkerModule,
} from './receivables.module';
import { UpcomingSettlementsModule } from './upcoming/upcoming-settlements.module';
import { SETTLEMENT_EVENTS } from './settlements/settlement.events';

export const receivablesFeature = defineFeature({
  name: 'receivables',
  api: [ReceivablesApiModule, UpcomingSettlementsModule],
  worker: [ReceivablesWorkerModule, UpcomingSettlementsModule],
  commandLine: [ReceivablesModule, UpcomingSettlementsModule],
  invariants: receivableInvariants,
  tasks: RECEIVABLE_TASKS,
  rateLimit: { queries: ['/v1/receivables'] },
  events: [SETTLEMENT_EVENTS],
});
