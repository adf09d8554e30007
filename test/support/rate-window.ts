import { onThisMachine } from './busy-machine';
import type { Answer } from './client';
import { eventually } from './eventually';

const WINDOW_MS = 60_000;
/** Of every window something is early, however slow the machine. */
const MOST_MS = 50_000;

/**
 * Waits until the present window of the rate limit lasts as long as the test will need, on an idle machine, so that all of
 * it is one window. For stores whose time is nobody's to stop: where the time machine stops it, it ends no window.
 */
export async function untilWindowLasts(idleMs: number, ask: () => Promise<Answer>): Promise<void> {
  const neededMs = Math.min(MOST_MS, onThisMachine(idleMs));
  await eventually(async () => {
    const { headers } = await ask();
    expect(Number(headers['x-ratelimit-reset']) * 1_000 - Date.now()).toBeGreaterThan(neededMs);
  }, WINDOW_MS);
}
