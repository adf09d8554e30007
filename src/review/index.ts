export { reviewFeature } from './review.feature';
