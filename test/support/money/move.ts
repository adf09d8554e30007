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

export function placeOf(all: readonly unknown[], { pick }: Step): number {
  return pick % Math.max(1, all.length);
}

export function codeOf({ status, body }: Answer): string {
  if (status >= 500) throw new Error(`${status} ${JSON.stringify(body)}`);
  return status < 300 ? 'done' : String(body.error);
}

export function same(foreseen: string, found: string): string {
  expect(found).toBe(foreseen);
  return found;
}
