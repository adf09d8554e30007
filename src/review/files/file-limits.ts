/** Contract §8, the file proxy: how much of a file is taken, and for how long is waited for it. */
export const MAX_FILE_BYTES = 10 * 1_024 * 1_024;
export const FETCH_TIMEOUT_MS = 15_000;
