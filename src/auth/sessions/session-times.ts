/** contract §8: idle 30 minutes, at most 12 hours. The table's constraints say the same. */
export const IDLE_MINUTES = 30;
export const ABSOLUTE_HOURS = 12;
