/** Ids of events that a test made up: what they tell of is no resource, and their notifications are not as documented. */
const planted = new Set<string>();

export function notePlanted(eventId: string): void {
  planted.add(eventId);
}

export function isPlanted(eventId: string): boolean {
  return planted.has(eventId);
}
