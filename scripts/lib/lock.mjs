import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ROOT, say } from './project.mjs';

const LOCK = join(ROOT, '.cache', 'setup.lock');
/** Longer than any install and build: a lock this old was left by a machine that went down. */
const STALE_AFTER_MS = 15 * 60_000;

/**
 * Runs work while no other script of this checkout installs or builds. Not the FileLock of src/embedded: that one is there
 * only when what this one guards, the installation and the build, is done.
 */
export async function alone(work) {
  mkdirSync(join(ROOT, '.cache'), { recursive: true });
  for (let waited = 0; !tryTake(); waited += 1) {
    if (waited === 0) say('Another command of this checkout is installing or building: waiting for it.');
    await sleep(250);
  }
  const release = () => rmSync(LOCK, { force: true });
  process.once('exit', release);
  try {
    return await work();
  } finally {
    process.off('exit', release);
    release();
  }
}

function tryTake() {
  try {
    writeFileSync(LOCK, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
  if (isStale()) rmSync(LOCK, { force: true });
  return false;
}

function isStale() {
  try {
    const holder = Number(readFileSync(LOCK, 'utf8'));
    const age = Date.now() - statSync(LOCK).mtimeMs;
    // Empty for the moment between its making and its writing.
    if (holder === 0) return age > 5_000;
    return age > STALE_AFTER_MS || !isAlive(holder);
  } catch {
    return false;
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
