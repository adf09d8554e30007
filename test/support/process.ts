import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { Client, type Keys } from './client';
import { eventually } from './eventually';
import type { TestService } from './service';
import { portToUse } from './ports';

const PROJECT = join(__dirname, '..', '..');
const START_TIMEOUT_MS = 90_000;

/** One built process of the service (`dist`), as production runs it. */
export interface TestProcess {
  readonly pid: number;
  readonly port: number;
  /** Everything it has written so far. */
  output(): string;
  /** Null while it runs, and when a signal ended it. */
  exitCode(): number | null;
  client(keys?: Keys): Client;
  /** Sends the signal and waits for the end; returns the exit code, or null when the signal ended it. */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

type Environment = Readonly<Record<string, string>>;

/** Starts `dist/src/main.js` or `dist/src/worker.js` on a port of its own, against the database of this spec file. */
export async function startProcess(
  service: Pick<TestService, 'environment'>,
  kind: 'main' | 'worker',
  env: Environment = {},
): Promise<TestProcess> {
  const started = await spawnProcess(service, kind, env);
  try {
    await eventually(async () => {
      // Ended already: nothing to wait for.
      if (started.exitCode() !== null) return;
      const { status, body } = await started.client().get('/health/ready');
      if (status !== 200) throw new Error(`${kind} is not ready: ${status} ${JSON.stringify(body)}`);
    }, START_TIMEOUT_MS);
  } catch (error) {
    // It would go on working, on the database of the next spec file.
    await started.end('SIGKILL');
    throw error;
  }
  if (started.exitCode() !== null)
    throw new Error(`${kind} ended with ${started.exitCode()}: ${started.output()}`);
  return started;
}

/** Of what a process says so many characters are kept, its last ones. */
const MOST_KEPT = 64_000_000;

/** The same, without waiting until it is ready. */
export async function spawnProcess(
  service: Pick<TestService, 'environment'>,
  kind: 'main' | 'worker',
  env: Environment = {},
): Promise<TestProcess> {
  const port = Number(env['PORT'] ?? (await portToUse()));
  const child = spawn(process.execPath, [join(PROJECT, 'dist', 'src', `${kind}.js`)], {
    cwd: PROJECT,
    env: {
      PATH: process.env['PATH'] ?? '',
      ...service.environment,
      LOG_LEVEL: 'info',
      PORT: String(port),
      WORKER_PORT: String(port),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const collect = (chunk: Buffer): void => {
    output += chunk.toString('utf8');
    // An hour under load logs more than a string can hold.
    if (output.length > MOST_KEPT) output = output.slice(-MOST_KEPT / 2);
  };
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  const url = `http://127.0.0.1:${port}`;
  return {
    pid: child.pid ?? 0,
    port,
    output: () => output,
    exitCode: () => child.exitCode,
    client: (keys) => new Client(url, keys ?? null),
    end: (signal) => end(child, signal),
  };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  child.kill(signal);
  return ended;
}
