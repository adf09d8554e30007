import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { processIdentity } from './process-identity';

/** Who holds a lock: enough to see later that the holder is gone, even if its process id is in use again. */
interface Holder {
  readonly pid: number;
  readonly identity: string;
}

let attempts = 0;

/**
 * A lock between processes of one machine: a file that names its holder. A holder that died without
 * releasing (SIGKILL, power cut) is recognised and its lock taken over.
 */
export class FileLock {
  private held = false;

  constructor(private readonly path: string) {}

  /** Takes the lock, or returns the id of the process that has it. */
  tryAcquire(): number | null {
    mkdirSync(dirname(this.path), { recursive: true });
    // Written aside and linked: the lock appears whole or not at all, and only one link can succeed.
    const mine = `${this.path}.${process.pid}.${(attempts += 1)}`;
    writeFileSync(mine, JSON.stringify(ownIdentity()), { mode: 0o644 });
    try {
      for (let round = 0; round < 100; round += 1) {
        if (this.tryLink(mine)) return null;
        const text = readIfThere(this.path);
        if (text === null) continue;
        const holder = parseHolder(text);
        if (holder !== null && processIdentity(holder.pid) === holder.identity) return holder.pid;
        this.removeStale(text, `${mine}.stale`);
      }
      throw new Error(`The lock file ${this.path} cannot be taken; remove it when nothing uses it.`);
    } finally {
      rmSync(mine, { force: true });
    }
  }

  /** Waits for the lock, at most `timeoutMs`. */
  async acquire(timeoutMs: number): Promise<void> {
    const deadline = performance.now() + timeoutMs;
    for (let holder = this.tryAcquire(); holder !== null; holder = this.tryAcquire()) {
      if (performance.now() > deadline) throw new Error(`Process ${holder} holds ${this.path} for too long.`);
      await sleep(50);
    }
  }

  release(): void {
    if (!this.held) return;
    this.held = false;
    rmSync(this.path, { force: true });
  }

  private tryLink(mine: string): boolean {
    try {
      linkSync(mine, this.path);
      this.held = true;
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
      throw error;
    }
  }

  /** Two processes may find the same dead holder: only what was judged dead is removed, a fresh lock goes back. */
  private removeStale(judged: string, aside: string): void {
    try {
      renameSync(this.path, aside);
    } catch {
      return;
    }
    if (readIfThere(aside) !== judged) {
      this.tryPutBack(aside);
    }
    rmSync(aside, { force: true });
  }

  private tryPutBack(aside: string): void {
    try {
      linkSync(aside, this.path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

function ownIdentity(): Holder {
  return { pid: process.pid, identity: processIdentity(process.pid) ?? '' };
}

function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

function parseHolder(text: string): Holder | null {
  try {
    const value = JSON.parse(text) as Partial<Holder> | null;
    return typeof value?.pid === 'number' && typeof value.identity === 'string'
      ? { pid: value.pid, identity: value.identity }
      : null;
  } catch {
    return null;
  }
}
