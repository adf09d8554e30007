// JavaScript as it runs: scripts/lib/lock.mjs needs it before there is a compiler.
const { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } = require('node:fs');
const { dirname } = require('node:path');
const { performance } = require('node:perf_hooks');
const { setTimeout: sleep } = require('node:timers/promises');
const { processIdentity } = require('./process-identity');

/**
 * Who holds a lock: enough to see later that the holder is gone, even if its process id is in use again.
 * @typedef {{ readonly pid: number, readonly identity: string }} Holder
 */

let attempts = 0;

/**
 * A lock between processes of one machine: a file that names its holder. A holder that died without
 * releasing (SIGKILL, power cut) is recognised and its lock taken over.
 */
class FileLock {
  #path;
  #held = false;

  /** @param {string} path */
  constructor(path) {
    this.#path = path;
  }

  /**
   * Takes the lock, or returns the id of the process that has it.
   * @returns {number | null}
   */
  tryAcquire() {
    mkdirSync(dirname(this.#path), { recursive: true });
    // Written aside and linked: the lock appears whole or not at all, and only one link can succeed.
    const mine = `${this.#path}.${process.pid}.${(attempts += 1)}`;
    writeFileSync(mine, JSON.stringify(ownIdentity()), { mode: 0o644 });
    try {
      for (let round = 0; round < 100; round += 1) {
        if (this.#tryLink(mine)) return null;
        const text = readIfThere(this.#path);
        if (text === null) continue;
        const holder = parseHolder(text);
        if (holder !== null && processIdentity(holder.pid) === holder.identity) return holder.pid;
        this.#removeStale(text, `${mine}.stale`);
      }
      throw new Error(`The lock file ${this.#path} cannot be taken; remove it when nothing uses it.`);
    } finally {
      rmSync(mine, { force: true });
    }
  }

  /**
   * Waits for the lock, at most `timeoutMs`.
   * @param {number} timeoutMs
   * @returns {Promise<void>}
   */
  async acquire(timeoutMs) {
    const deadline = performance.now() + timeoutMs;
    for (let holder = this.tryAcquire(); holder !== null; holder = this.tryAcquire()) {
      if (performance.now() > deadline)
        throw new Error(`Process ${holder} holds ${this.#path} for too long.`);
      await sleep(50);
    }
  }

  release() {
    if (!this.#held) return;
    this.#held = false;
    rmSync(this.#path, { force: true });
  }

  /** @param {string} mine */
  #tryLink(mine) {
    try {
      linkSync(mine, this.#path);
      this.#held = true;
      return true;
    } catch (error) {
      if (isExisting(error)) return false;
      throw error;
    }
  }

  /**
   * Two processes may find the same dead holder: only what was judged dead is removed, a fresh lock goes back.
   * @param {string} judged
   * @param {string} aside
   */
  #removeStale(judged, aside) {
    try {
      renameSync(this.#path, aside);
    } catch {
      return;
    }
    if (readIfThere(aside) !== judged) this.#tryPutBack(aside);
    rmSync(aside, { force: true });
  }

  /** @param {string} aside */
  #tryPutBack(aside) {
    try {
      linkSync(aside, this.#path);
    } catch (error) {
      if (!isExisting(error)) throw error;
    }
  }
}

/** @param {unknown} error */
function isExisting(error) {
  return /** @type {NodeJS.ErrnoException} */ (error).code === 'EEXIST';
}

/** @returns {Holder} */
function ownIdentity() {
  return { pid: process.pid, identity: processIdentity(process.pid) ?? '' };
}

/** @param {string} path */
function readIfThere(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

/**
 * @param {string} text
 * @returns {Holder | null}
 */
function parseHolder(text) {
  try {
    const value = /** @type {Partial<Holder> | null} */ (JSON.parse(text));
    return typeof value?.pid === 'number' && typeof value.identity === 'string'
      ? { pid: value.pid, identity: value.identity }
      : null;
  } catch {
    return null;
  }
}

module.exports = { FileLock };
