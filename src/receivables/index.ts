export { receivablesFeature } from './receivables.feature';
