import { join } from 'node:path';
import { FileLock } from '../../src/embedded/file-lock.js';
import { ROOT, say } from './project.mjs';

const LOCK = join(ROOT, '.cache', 'setup.lock');
/** Longer than any install and build: whoever holds it then hangs. */
const LONGEST_MS = 30 * 60_000;

/** Runs work while no other script of this checkout installs or builds. */
export async function alone(work) {
  const lock = new FileLock(LOCK);
  const holder = lock.tryAcquire();
  if (holder !== null) {
    say(`Process ${holder} is installing or building this checkout: waiting for it.`);
    await lock.acquire(LONGEST_MS);
  }
  const release = () => lock.release();
  process.once('exit', release);
  try {
    return await work();
  } finally {
    process.off('exit', release);
    release();
  }
}
