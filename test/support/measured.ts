/** Prints a number of a measured spec. On standard error: where Jest writes its report, the standard output is lost. */
export function sayMeasured(sentence: string): void {
  process.stderr.write(`measured: ${sentence}\n`);
}

const SAMPLE_MS = 300;
/** Below this the machine is free: a bound is what it says. */
const FREE = 1.2;
/** Several processes at once are slowed by more than one that computes alone. */
const SEVERAL = 2;

/**
 * How long a piece of work took, and the bound for it on this machine at this time: what was asked where the machine is
 * free, more where others use it too.
 */
export async function timed(
  boundMs: number,
  work: () => Promise<void>,
): Promise<[tookMs: number, boundMs: number]> {
  const before = pace();
  const begunMs = Date.now();
  await work();
  const tookMs = Date.now() - begunMs;
  const slowest = Math.max(before, pace());
  return [tookMs, slowest < FREE ? boundMs : Math.ceil(boundMs * slowest * SEVERAL)];
}

/** The wall time over the processor time of a short computation: 1 where nobody else computes. */
function pace(): number {
  const begunMs = Date.now();
  const before = process.cpuUsage();
  for (let usedMs = 0; usedMs < SAMPLE_MS;) {
    const { user, system } = process.cpuUsage(before);
    usedMs = (user + system) / 1_000;
  }
  return (Date.now() - begunMs) / SAMPLE_MS;
}
