import { existsSync } from 'node:fs';

const LIBRARIES = ['x86_64-linux-gnu', 'aarch64-linux-gnu'].map(
  (machine) => `/usr/lib/${machine}/faketime/libfaketime.so.1`,
);
const library = LIBRARIES.find((path) => existsSync(path));

/** True where libfaketime is installed: without it no process can be given a wrong clock. */
export const canSkewClocks = library !== undefined;

/** The environment of a process whose machine's clock is wrong by so many seconds. Its monotonic clock is right. */
export function skewedClock(seconds: number): Readonly<Record<string, string>> {
  if (library === undefined) throw new Error('libfaketime is not installed');
  return {
    LD_PRELOAD: library,
    FAKETIME: `${seconds < 0 ? '' : '+'}${seconds}`,
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    DONT_FAKE_MONOTONIC: '1',
  };
}
