/** What grows with every resending and every change is shown up to here, the newest first. */
export const MAX_REPLACED = 200;
export const MAX_STEPS = 200;
export const MAX_NOTES = 200;
