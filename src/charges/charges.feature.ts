import { defineFeature } from '../common/features';
import { CHARGE_EVENTS } from './charge.events';
import { chargeInvariants } from './charge.invariants';
import { ChargesModule } from './charges.module';
import { CHARGE_TASKS, ChargesWorkerModule } from './charges-worker.module';
import { ChargeEventsConsumer } from './calls/charge-events.consumer';

export const chargesFeature = defineFeature({
  name: 'charges',
  api: [ChargesModule],
  worker: [ChargesWorkerModule],
  invariants: chargeInvariants,
  tasks: CHARGE_TASKS,
  consumers: [ChargeEventsConsumer],
  rateLimit: { transactions: ['/v1/charges'] },
  events: [CHARGE_EVENTS],
});
