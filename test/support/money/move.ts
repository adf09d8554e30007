import type { Answer } from '../client';
import type { MoneyPlay } from './money-play';
import type { Step } from './money-steps';

/**
 * Takes a step at the service and in the model. Answers what it came to, and throws where the two do not say the same; null: there
 * was nothing to take it with.
 */
export type Move = (play: MoneyPlay, step: Step) => Promise<string | null>;

/** How much of what is there the step wants. */
export function wanted({ size, cents }: Step, held: number): number {
  if (size === 'one_more') return Math.max(0, held) + 1;
  return size === 'all' ? Math.max(1, held) : Math.min(cents, Math.max(1, held));
}

/** Of a sequence's last ones three times out of four: otherwise nothing would meet twice where there are hundreds. */
const RECENT = 12;

export function placeOf(all: readonly unknown[], { pick }: Step): number {
  const among = pick % 4 === 0 ? all.length : Math.min(all.length, RECENT);
  return Math.max(0, all.length - 1 - (Math.floor(pick / 4) % Math.max(1, among)));
}

export function codeOf({ status, body }: Answer): string {
  if (status >= 500) throw new Error(`${status} ${JSON.stringify(body)}`);
  return status < 300 ? 'done' : String(body.error);
}

export function same(foreseen: string, found: string): string {
  expect(found).toBe(foreseen);
  return found;
}
