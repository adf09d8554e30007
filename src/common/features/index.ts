export { defineFeature, defineFeatures, type Feature, gather } from './feature';
