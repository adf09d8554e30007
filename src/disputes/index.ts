export { disputeTransitions } from './dispute.transitions';
export { disputesFeature } from './disputes.feature';
