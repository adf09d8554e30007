import { existsSync, readFileSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive } from '../process-identity';

/** What a running server notes in its data directory. */
export interface Postmaster {
  readonly pid: number;
  readonly port: number;
  /** It starts, or recovers from a crash: that takes as long as it takes. */
  readonly isStarting: boolean;
}

/** The server that serves this data directory, or null. A note left by a crash, or by an id now in use by another program, is removed. */
export async function findPostmaster(dataDirectory: string): Promise<Postmaster | null> {
  const file = join(dataDirectory, 'postmaster.pid');
  const note = readNote(file);
  if (note === null) return null;
  if (isAlive(note.pid) && serves(note.pid, dataDirectory)) return note;
  // The server is gone. Its children end by themselves moments later, and a new server must not meet them.
  await waitUntil(() => processesIn(dataDirectory).length === 0, 10_000);
  rmSync(file, { force: true });
  return null;
}

/** Waits until the process has ended; false when it has not after `timeoutMs`. */
export function waitForEnd(pid: number, timeoutMs: number): Promise<boolean> {
  return waitUntil(() => !isAlive(pid), timeoutMs);
}

function readNote(file: string): Postmaster | null {
  if (!existsSync(file)) return null;
  const lines = readFileSync(file, 'utf8').split('\n');
  // Its state is noted last: without it the server has only just begun.
  const state = lines[7]?.trim() ?? '';
  return {
    pid: Math.abs(Number(lines[0])) || 0,
    port: Number(lines[3]) || 0,
    isStarting: state === '' || state === 'starting',
  };
}

/** A server's current directory is its data directory: that tells it from any other program with the same id. */
function serves(pid: number, dataDirectory: string): boolean {
  if (pid === 0) return false;
  if (process.platform === 'linux') return currentDirectory(pid) === dataDirectory;
  try {
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).includes(
      dataDirectory,
    );
  } catch {
    return false;
  }
}

function processesIn(dataDirectory: string): number[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && currentDirectory(pid) === dataDirectory);
}

function currentDirectory(pid: number): string | null {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return null;
  }
}

async function waitUntil(condition: () => boolean, timeoutMs: number): Promise<boolean> {
  for (const deadline = performance.now() + timeoutMs; !condition();) {
    if (performance.now() > deadline) return false;
    await sleep(50);
  }
  return true;
}
