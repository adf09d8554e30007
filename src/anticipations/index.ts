export { anticipationTransitions } from './anticipation.transitions';
export { anticipationsFeature } from './anticipations.feature';
export { anticipationItemTransitions } from './items/anticipation-item.transitions';
