import { randomInt } from 'node:crypto';
import { isFree } from '../../src/embedded/ports';

/** Below what systems give to whoever asks for any port (32768 on Linux, 49152 elsewhere). */
const FIRST = 20_000;
/** Each Jest worker has so many to itself. */
const EACH = 1_000;
const WORKERS = 12;

let next = randomInt(EACH);

/**
 * A port of the loopback interface for a process that is started later: nobody is given it in the meantime. One that the
 * system chose and that was closed again would be anybody's by then.
 */
export async function portToUse(): Promise<number> {
  const worker = Number(process.env['JEST_WORKER_ID'] ?? 1) % WORKERS;
  for (let tried = 0; tried < EACH; tried += 1) {
    next = (next + 1) % EACH;
    const port = FIRST + worker * EACH + next;
    if (await isFree(port, '127.0.0.1')) return port;
  }
  throw new Error(`none of ${EACH} ports from ${FIRST + worker * EACH} on is free`);
}
