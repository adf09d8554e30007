export { declareEvents, defineFeature, defineFeatures, type Feature, gather } from './feature';
