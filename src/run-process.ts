import type { INestApplication } from '@nestjs/common';
import { ConfigError } from './config';

/**
 * A shutdown in order waits for what runs: 20 seconds of `Prefer: wait`, 15 of a notification. With the database or
 * Redis away it could wait for ever, so it has an end; what was given up is found again by the sweepers.
 */
const SHUTDOWN_MS = 25_000;

/** What a running process does on SIGTERM and SIGINT. */
export interface Running {
  readonly app: INestApplication;
  /** Goes on as before, but tells whoever sends requests to send them elsewhere. */
  readonly drain?: () => Promise<void>;
}

/** A process that cannot start says why in one place and ends with exit code 1; what is not an own error keeps its stack. */
export function runProcess(start: () => Promise<Running>): void {
  let running: Running | null = null;
  let isEnding = false;
  const onSignal = (signal: NodeJS.Signals): void => {
    // A terminal signals the whole group, and a parent hands on what it got: the second one says nothing new.
    if (isEnding) return;
    isEnding = true;
    if (running !== null) {
      void endInOrder(running);
      return;
    }
    // Nothing runs yet that could be finished.
    process.off(signal, onSignal);
    process.kill(process.pid, signal);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, onSignal);
  start()
    .then((started) => (running = started))
    .catch((error: unknown) => {
      process.stderr.write(`${describe(error)}\n`);
      process.exit(1);
    });
}

async function endInOrder({ app, drain }: Running): Promise<void> {
  await drain?.();
  setTimeout(() => {
    process.stderr.write(
      'The shutdown took too long, probably because the database or Redis is away: ended.\n',
    );
    process.exit(1);
  }, SHUTDOWN_MS).unref();
  try {
    await app.close();
    process.exit();
  } catch (error) {
    process.stderr.write(`${describe(error)}\n`);
    process.exit(1);
  }
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
