export { Clock, Randomness, SystemClock, SystemRandomness, iso, isoOrNull } from './clock';
export { IdGenerator, isUuid } from './ids';
export { containsPattern, searchText } from './text';
