// What every script needs. Only Node's own modules: these files run before anything is installed.
import { spawn } from 'node:child_process';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's root directory. */
export const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** The exit code of a script that was told to stop. */
const INTERRUPTED = 130;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const running = new Set();
let interrupted = false;

/** Tells a person what goes on. On standard error, so that a command's standard output stays its own. */
export function say(sentence) {
  process.stderr.write(`${sentence}\n`);
}

/** Ends the script with a reason. */
export function fail(reason) {
  say(reason);
  process.exit(1);
}

/**
 * Runs a program to its end and answers its exit code. Its standard output goes to our standard error unless
 * `stdout` says otherwise. A signal that ends us ends it first.
 */
export function run(program, args, { env = process.env, stdout = 2, cwd = ROOT } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, env, stdio: ['ignore', stdout, 'inherit'] });
    started(child);
    child.once('error', reject);
    child.once('exit', (code) => {
      ended(child);
      if (interrupted) process.exit(INTERRUPTED);
      resolve(code ?? 1);
    });
  });
}

/** Runs a program and keeps what it prints: for steps whose output only matters when they fail. */
export function runQuietly(program, args, { env = process.env } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] });
    const chunks = [];
    started(child);
    child.stdout.on('data', (chunk) => chunks.push(chunk));
    child.stderr.on('data', (chunk) => chunks.push(chunk));
    child.once('error', reject);
    child.once('close', (code) => {
      ended(child);
      if (interrupted) process.exit(INTERRUPTED);
      resolve({ code: code ?? 1, output: Buffer.concat(chunks).toString('utf8') });
    });
  });
}

/** The path of a program installed with the project's own packages. */
export function tool(name) {
  return `${ROOT}/node_modules/.bin/${name}`;
}

function started(child) {
  if (running.size === 0) for (const signal of SIGNALS) process.on(signal, forward);
  running.add(child);
}

/** Whoever runs in this process next (the service itself) has its own way to handle signals. */
function ended(child) {
  running.delete(child);
  if (running.size === 0) for (const signal of SIGNALS) process.off(signal, forward);
}

function forward(signal) {
  interrupted = true;
  for (const child of running) child.kill(signal);
}
