// Loaded into a process of the service (--require): says whenever its event loop stood still, for how long, and for how much
// of it the process itself had the processor. The rest was the machine's.
const { existsSync, readFileSync } = require('node:fs');
const { performance } = require('node:perf_hooks');
const { setInterval } = require('node:timers');
const { isMainThread } = require('node:worker_threads');

const EVERY_MS = 10;
const NOTED_MS = 5;
const CLOCK = '/proc/thread-self/schedstat';

const hasClock = existsSync(CLOCK);
const look = () => {
  const nowMs = performance.now();
  return { nowMs, workedMs: hasClock ? Number(readFileSync(CLOCK, 'latin1').split(' ')[0]) / 1e6 : nowMs };
};

if (isMainThread) {
  let last = look();
  setInterval(() => {
    const now = look();
    const stoodMs = now.nowMs - last.nowMs - EVERY_MS;
    const workedMs = Math.min(stoodMs, now.workedMs - last.workedMs);
    if (stoodMs > NOTED_MS)
      process.stderr.write(`stall of ${stoodMs.toFixed(1)} ms, ${workedMs.toFixed(1)} ms at work\n`);
    last = now;
  }, EVERY_MS).unref();
}
