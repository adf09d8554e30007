import { setTimeout as sleep } from 'node:timers/promises';

/** Rows of one round, where a feature has no reason for another number: a transaction of some ten milliseconds. */
export const ROWS_A_ROUND = 1_000;

/** Of one run of a task: what is left over then waits for the next one, so that no run is without an end. */
const MAX_ROUNDS = 1_000;

/**
 * Repeats a bounded piece of work, each in a transaction of its own, until a round had less to do than its bound. Between
 * rounds it rests as long as the last one took: nobody waits for a sweep, and requests need the other half of the database.
 * @param stop ends it between two rounds
 */
export async function inRounds(
  rowsARound: number,
  round: () => Promise<number>,
  stop?: AbortSignal,
  rest: (ms: number) => Promise<unknown> = sleep,
): Promise<void> {
  for (let done = 0; done < MAX_ROUNDS && stop?.aborted !== true; done += 1) {
    const beganMs = performance.now();
    if ((await round()) < rowsARound) return;
    await rest(performance.now() - beganMs);
  }
}
