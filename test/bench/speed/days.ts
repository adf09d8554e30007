const DAY_MS = 86_400_000;

/** A day of the past as parameters have it, e.g. `2026-11-24`. */
export function daysAgo(days: number): string {
  return timeAgo(days).toISOString().slice(0, 10);
}

/** The same moment of a day of the past. */
export function timeAgo(days: number): Date {
  return new Date(Date.now() - days * DAY_MS);
}
