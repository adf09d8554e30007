import { setTimeout as sleep } from 'node:timers/promises';
import { onThisMachine } from './busy-machine';
import type { Answer } from './client';

/** Far above what anything takes that is not stuck. */
const STUCK_AFTER_MS = 20_000;

/**
 * A request as clients make it: one that is told when to come again (contract §1: `retry_after_seconds`) comes again, the
 * same as before. A key is waited for a second and a row for five, whatever the machine: on a busy one the request before
 * may need longer, and what is asked of it then is the same answer, not the same second.
 */
export async function patiently(send: () => Promise<Answer>): Promise<Answer> {
  for (const begun = performance.now(); ;) {
    const answer = await send();
    const seconds: unknown = answer.body?.retry_after_seconds;
    if (typeof seconds !== 'number' || performance.now() - begun > onThisMachine(STUCK_AFTER_MS))
      return answer;
    await sleep(seconds * 1_000);
  }
}
