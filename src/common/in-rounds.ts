import { setTimeout as sleep } from 'node:timers/promises';

/** Rows of one round, where a feature has no reason for another number: a transaction of some ten milliseconds. */
export const ROWS_A_ROUND = 1_000;

/** Of one run of a task: what is left over then waits for the next one, so that no run is without an end. */
const MAX_ROUNDS = 1_000;

/**
 * Repeats a bounded piece of work, each in a transaction of its own, until a round had less to do than its bound. Nobody waits for
 * it, so it rests as long as it worked: half of its time is for those who are waited for.
 */
export async function inRounds(rowsARound: number, round: () => Promise<number>): Promise<void> {
  for (let done = 0; done < MAX_ROUNDS; done += 1) {
    const beganMs = performance.now();
    if ((await round()) < rowsARound) return;
    await sleep(performance.now() - beganMs);
  }
}
