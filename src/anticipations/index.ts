export { anticipationTransitions } from './anticipation.transitions';
export { anticipationsFeature } from './anticipations.feature';
