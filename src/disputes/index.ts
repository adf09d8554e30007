export { disputeTransitions } from './dispute.transitions';
export { disputesFeature } from './disputes.feature';
export { DisputesModule } from './disputes.module';
export type { PastChargeback } from './past/past-chargeback';
export { PastDisputesService } from './past/past-disputes.service';
