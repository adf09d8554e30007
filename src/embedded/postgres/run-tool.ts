import { spawn } from 'node:child_process';
import { asUser, type ServerUser } from './server-user';

const KEPT_OUTPUT = 8_192;
const PIPE_GRACE_MS = 1_000;

/**
 * PostgreSQL's programs get an environment of their own: PG* variables of the caller would redirect them, and
 * locale and time zone must not depend on who starts the server first.
 */
function toolEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };
}

/** Runs one of PostgreSQL's programs to its end and answers what it printed; throws with its own words when it failed. */
export async function runTool(
  program: string,
  args: readonly string[],
  options: { user: ServerUser | null; timeoutMs: number; input?: string },
): Promise<string> {
  // The current directory may be closed to the server's account: PostgreSQL's programs ask for it.
  const child = spawn(program, args, {
    cwd: '/',
    env: toolEnvironment(),
    stdio: 'pipe',
    ...asUser(options.user),
  });
  let output = '';
  const keep = (chunk: Buffer): void => {
    output = (output + chunk.toString('utf8')).slice(-KEPT_OUTPUT);
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  child.stdin.on('error', () => undefined);
  child.stdin.end(options.input ?? '');

  const timer = setTimeout(() => child.kill('SIGKILL'), options.timeoutMs);
  try {
    const ended = await new Promise<number | string>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code, signal) => resolve(code ?? signal ?? 'unknown'));
      // `close` may never come: a server started by the program can keep its pipes open.
      child.once('exit', (code, signal) =>
        setTimeout(resolve, PIPE_GRACE_MS, code ?? signal ?? 'unknown').unref(),
      );
    });
    if (ended !== 0) throw new Error(`${program} ended with ${ended}: ${output.trim()}`);
    return output;
  } finally {
    clearTimeout(timer);
    child.stdout.destroy();
    child.stderr.destroy();
  }
}
