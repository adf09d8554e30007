/** What is left of the cases where somebody waits for the answer: a twentieth, never so few that they say nothing. */
const QUICK_PART = 20;
const LEAST = 100;

/**
 * How many cases a property is tried with: all of them, or fewer in `npm run test:unit` (QUICK_PROPERTIES=1).
 *
 * What is said of each case is said with `node:assert`: an `expect` costs some 70 µs, which was half of the unit suite's time.
 * (What fast-check makes is of another realm than a literal of the spec: there `expect().toEqual` compares.)
 */
export function propertyRuns(all: number): number {
  if (process.env['QUICK_PROPERTIES'] !== '1') return all;
  return Math.min(all, Math.max(LEAST, Math.round(all / QUICK_PART)));
}
