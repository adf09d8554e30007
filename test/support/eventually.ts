import { onThisMachine } from './busy-machine';

const EVERY_MS = 25;

/**
 * Repeats the expectation until it holds; after the time (of an idle machine) it fails with the last failure. Tests
 * poll, they never sleep. What counts is when an attempt begins: on a slow machine too the last one begins after the
 * whole time.
 */
export async function eventually<T>(
  expectation: () => T | Promise<T>,
  idleMs = 15_000,
  priority?: Parameters<typeof onThisMachine>[1],
): Promise<T> {
  const start = performance.now();
  for (;;) {
    const begun = performance.now();
    try {
      return await expectation();
    } catch (error) {
      if (begun - start >= onThisMachine(idleMs, priority)) throw error;
      await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
    }
  }
}
