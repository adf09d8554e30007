/** The day, in UTC, on which this spec file began: what it makes is of this day or, past midnight, of the next one. */
export const STARTED_ON = today();

/** The day in UTC. */
export function today(): string {
  return new Date().toISOString().slice(0, 10);
}
