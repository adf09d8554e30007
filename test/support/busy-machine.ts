import { pbkdf2Sync } from 'node:crypto';
import { availableParallelism, loadavg } from 'node:os';

/** How long the work below takes one idle core of the machine that the bounds of the specs were written on. */
const USUAL_WORK_MS = 1.65;
const MOST = 12;

/** What a task of normal priority gets for each part of one that stands back (nice 5): the kernel's weights, 1024 to 335. */
const STANDING_BACK = 1_024 / 335;

/** How much slower than that a core is here: the quickest of a few tries, so that what runs beside does not count. */
const slowerCore = Math.max(1, quickestMs() / USUAL_WORK_MS);

/**
 * What a bound in wall time, written for an idle machine and a spec that runs alone, is here and now: as many times
 * longer as this machine's cores are slower and as there are runnable tasks for each of them. A bound tells a defect
 * from what holds; it does not measure the machine. Where the time itself is the subject, the spec is in `test/measured`.
 * @param standsBack what is waited for has less than normal priority: each of the others counts for several
 */
export function onThisMachine(idleMs: number, { standsBack = false } = {}): number {
  const tasksPerCore = ((loadavg()[0] ?? 0) * (standsBack ? STANDING_BACK : 1)) / availableParallelism();
  return idleMs * Math.min(MOST, slowerCore * Math.max(1, tasksPerCore));
}

/** The same as a setting of the service: how long it waits for somebody who, being on this machine too, is as slow. */
export function settingOnThisMachine(idleMs: number): string {
  return String(Math.round(onThisMachine(idleMs)));
}

function quickestMs(): number {
  const tries = Array.from({ length: 5 }, () => {
    const begun = performance.now();
    pbkdf2Sync('password', 'salt', 4_000, 32, 'sha512');
    return performance.now() - begun;
  });
  return Math.min(...tries);
}
