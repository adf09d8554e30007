import { defineFeature } from '../common/features';
import { DISPUTE_EVENTS } from './dispute.events';
import { disputeInvariants } from './dispute.invariants';
import { DisputesApiModule, DisputesModule } from './disputes.module';

export const disputesFeature = defineFeature({
  name: 'disputes',
  api: [DisputesApiModule],
  worker: [DisputesModule],
  invariants: disputeInvariants,
  events: [DISPUTE_EVENTS],
});
