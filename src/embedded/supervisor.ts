import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { request } from 'undici';
import type { Screen } from './screen';

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 15_000;
/** A process that ran this long was well: what ends it later is a new story. */
const WELL_AFTER_MS = 60_000;
const MOST_FAILURES_IN_A_ROW = 6;
/** A process that lives is waited for, and so often that is said. */
const SAY_EVERY_MS = 30_000;
const STOP_TIMEOUT_MS = 20_000;

/** One of the service's processes. */
export interface Program {
  /** For people, e.g. `API`. */
  readonly name: string;
  readonly script: string;
  readonly readyUrl: string;
}

/** Runs the processes of the service as children: starts them, starts them again when they die, stops them. */
export class Supervisor {
  private readonly children = new Map<string, ChildProcess>();
  private readonly watching: Promise<void>[] = [];
  /** When everything is there that a process wrote, which may be after its end. */
  private readonly silent = new WeakMap<ChildProcess, Promise<void>>();
  /** Those that were asked to end so that they start anew. */
  private readonly restarting = new Set<ChildProcess>();
  private readonly stopped = new AbortController();

  /** @param onGivenUp called when a process does not stay alive any more */
  constructor(
    private readonly env: NodeJS.ProcessEnv,
    private readonly screen: Screen,
    private readonly onGivenUp: (reason: string) => void,
  ) {}

  /** Starts the processes and waits until all are ready. Throws, with the reason, when one ends before that. */
  async start(programs: readonly Program[]): Promise<void> {
    const started = programs.map((program) => ({ program, child: this.spawn(program) }));
    await Promise.all(started.map(({ program, child }) => this.untilReady(program, child)));
    for (const { program, child } of started) this.watching.push(this.watch(program, child));
  }

  /** Asks all to finish what they do, and waits; one that takes too long is killed. */
  async stop(): Promise<void> {
    this.stopped.abort();
    await Promise.all([...this.children.values()].map((child) => endOf(child)));
    await Promise.all(this.watching);
  }

  /** Starts all anew, each as soon as it has finished what it does. */
  restart(): void {
    for (const child of this.children.values()) {
      this.restarting.add(child);
      void endOf(child);
    }
  }

  private isStopping(): boolean {
    return this.stopped.signal.aborted;
  }

  private spawn(program: Program): ChildProcess {
    const child = fork(program.script, {
      env: this.env,
      stdio: ['ignore', this.screen.stdio, this.screen.stdio, 'ipc'],
      execArgv: ['--require', join(__dirname, 'child-guard.js'), '--enable-source-maps'],
    });
    // A failure to spawn also ends the child: the exit is what is acted on.
    child.on('error', (error) => this.screen.say(`${program.name}: ${error.message}`));
    this.screen.follow(child);
    this.silent.set(child, new Promise((resolve) => child.once('close', () => resolve())));
    this.children.set(program.name, child);
    return child;
  }

  private async untilReady(program: Program, child: ChildProcess): Promise<void> {
    const begun = performance.now();
    for (let sayAt = begun + SAY_EVERY_MS; !this.isStopping();) {
      if (hasEnded(child)) {
        await this.silent.get(child);
        throw new Error(
          `${program.name} ended (${howItEnded(child)}) before it was ready: see what it said above.`,
        );
      }
      if (await answersWell(program.readyUrl)) return;
      if (performance.now() >= sayAt) {
        sayAt += SAY_EVERY_MS;
        const seconds = Math.round((performance.now() - begun) / 1_000);
        this.screen.say(
          `${program.name} is not ready yet after ${seconds} s (${program.readyUrl}): waiting.`,
        );
      }
      await sleep(150);
    }
    throw new Error(`${program.name} was stopped before it was ready.`);
  }

  private async watch(program: Program, first: ChildProcess): Promise<void> {
    let child = first;
    for (let failures = 0; !this.isStopping();) {
      const begun = performance.now();
      await exitOf(child);
      if (this.isStopping()) return;
      if (this.restarting.delete(child)) {
        failures = 0;
        child = this.spawn(program);
        continue;
      }
      failures = performance.now() - begun > WELL_AFTER_MS ? 1 : failures + 1;
      if (failures === MOST_FAILURES_IN_A_ROW) {
        this.onGivenUp(
          `${program.name} ended ${failures} times in a row (the last time: ${howItEnded(child)}).`,
        );
        return;
      }
      const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), LONGEST_PAUSE_MS);
      this.screen.say(
        `${program.name} ended (${howItEnded(child)}). Starting it again in ${pauseMs / 1000} s.`,
      );
      await sleep(pauseMs, undefined, { signal: this.stopped.signal }).catch(() => undefined);
      if (!this.isStopping()) child = this.spawn(program);
    }
  }
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

function howItEnded(child: ChildProcess): string {
  return child.signalCode ?? `exit code ${child.exitCode ?? 'unknown'}`;
}

function exitOf(child: ChildProcess): Promise<void> {
  return hasEnded(child) ? Promise.resolve() : new Promise((resolve) => child.once('exit', () => resolve()));
}

async function endOf(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  child.kill('SIGTERM');
  const killer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
  await exitOf(child);
  clearTimeout(killer);
}

async function answersWell(url: string): Promise<boolean> {
  try {
    // Our own process on this machine: no address to guard against.
    const { statusCode, body } = await request(url, { headersTimeout: 2_000, bodyTimeout: 2_000 });
    await body.dump();
    return statusCode === 200;
  } catch {
    return false;
  }
}
