export { destinationTransitions } from './destination.transitions';
export { destinationsFeature } from './destinations.feature';
