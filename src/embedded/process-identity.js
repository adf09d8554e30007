// JavaScript as it runs: scripts/lib/lock.mjs needs it before there is a compiler.
const { execFileSync } = require('node:child_process');
const { readFileSync } = require('node:fs');

/**
 * True when a process of this id runs, whoever owns it.
 * @param {number} pid
 */
function isAlive(pid) {
  return processIdentity(pid) !== null;
}

/** @param {number} pid */
function exists(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}

/**
 * What tells this process from another one that gets the same id later (after a restart of the machine or
 * of a container ids come back at once): the moment it started. Null when there is no such process.
 * @param {number} pid
 * @returns {string | null}
 */
function processIdentity(pid) {
  if (!exists(pid)) return null;
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the command in parentheses and may itself hold blanks and parentheses.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // A zombie has ended: it only waits for its parent to read the exit code, in a container perhaps for seconds.
    if (fields[0] === 'Z') return null;
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${boot}:${fields[19] ?? ''}`;
  } catch {
    return identityFromPs(pid);
  }
}

/** @param {number} pid */
function identityFromPs(pid) {
  try {
    const started = execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return started.trim() || null;
  } catch {
    return null;
  }
}

module.exports = { isAlive, processIdentity };
