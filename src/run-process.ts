import type { INestApplication } from '@nestjs/common';
import { ConfigError } from './config';

/** A process that cannot start says why in one place and ends with exit code 1; what is not an own error keeps its stack. */
export function runProcess(start: () => Promise<unknown>): void {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, endInTime);
  start().catch((error: unknown) => {
    process.stderr.write(`${describe(error)}\n`);
    process.exit(1);
  });
}

/**
 * A shutdown in order waits for what runs: 20 seconds of `Prefer: wait`, 15 of a notification. With the database or
 * Redis away it could wait for ever, so it has an end; what was given up is found again by the sweepers.
 */
const SHUTDOWN_MS = 25_000;

function endInTime(signal: NodeJS.Signals): void {
  // Nest listens once the application stands; before that nothing runs that could be finished.
  if (process.listenerCount(signal) === 0) {
    process.kill(process.pid, signal);
    return;
  }
  setTimeout(() => {
    process.stderr.write(
      'The shutdown took too long, probably because the database or Redis is away: ended.\n',
    );
    process.exit(1);
  }, SHUTDOWN_MS).unref();
}

/** Ends a running process in order, as on SIGTERM, but with exit code 1 and the reason. */
export async function endProcess(app: INestApplication, reason: Error): Promise<void> {
  process.stderr.write(`${reason.message}\n`);
  process.exitCode = 1;
  await app.close();
}

function describe(error: unknown): string {
  if (error instanceof ConfigError || (error instanceof Error && error.name === 'AnotherApiRunsError'))
    return error.message;
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
    return `${error.message}: another process listens there. Stop it, or choose another PORT.`;
  }
  return error instanceof Error ? (error.stack ?? error.message) : 'unknown failure';
}
