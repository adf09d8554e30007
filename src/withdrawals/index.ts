export { withdrawalTransitions } from './withdrawal.transitions';
export { withdrawalsFeature } from './withdrawals.feature';
