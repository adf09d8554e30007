export { boundedCache, type BoundedCache } from './bounded-cache';
export { BytesBudget } from './bytes-budget';
export { Clock, Randomness, SystemClock, SystemRandomness, iso, isoOrNull } from './clock';
export { IdGenerator, isUuid } from './ids';
export { inRounds, ROWS_A_ROUND } from './in-rounds';
export { type LogLevel, logOfRequest } from './log-of-request';
export { OneBehind } from './one-behind';
export { containsFolded, containsPattern, errorMessage, searchText } from './text';
export { DAY_MS, HOUR_MS, MINUTE_MS, withTimeout } from './time';
