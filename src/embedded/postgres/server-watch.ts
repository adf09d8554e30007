import { setTimeout as sleep } from 'node:timers/promises';
import { errorMessage } from '../../common/text';
import type { EmbeddedPostgres } from './embedded-postgres';

const LOOK_EVERY_MS = 1_000;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 15_000;
/** A server that ran this long was well: what ends it later is a new story. */
const WELL_AFTER_MS = 60_000;
const MOST_FAILURES_IN_A_ROW = 6;

/** What a watch tells. */
interface Listener {
  say(sentence: string): void;
  /** The server runs again, at another address. */
  onUrlChange(): void;
  /** There is nothing left to start, or it does not stay alive. */
  onGivenUp(reason: string): void;
}

/** Looks after the embedded server while the service runs on it: starts it again when it has ended. */
export class ServerWatch {
  private readonly stopped = new AbortController();
  private watching: Promise<void> | null = null;

  constructor(
    private readonly server: EmbeddedPostgres,
    private readonly listener: Listener,
  ) {}

  start(): void {
    this.watching ??= this.watch();
  }

  /** Afterwards nothing is started any more. */
  async stop(): Promise<void> {
    this.stopped.abort();
    await this.watching;
  }

  private async watch(): Promise<void> {
    let begun = performance.now();
    for (let failures = 0; await this.pause(LOOK_EVERY_MS);) {
      if (!this.server.hasData) {
        this.listener.onGivenUp(
          `${this.server.dataDirectory} was deleted while the service ran on it. Nothing can be done without its data: everything ends.`,
        );
        return;
      }
      if (this.server.runs) continue;
      failures = performance.now() - begun > WELL_AFTER_MS ? 1 : failures + 1;
      if (failures === MOST_FAILURES_IN_A_ROW) {
        this.listener.onGivenUp(`PostgreSQL ended ${failures} times in a row: see ${this.server.logFile}.`);
        return;
      }
      const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), LONGEST_PAUSE_MS);
      this.listener.say(`PostgreSQL ended. Starting it again in ${pauseMs / 1_000} s.`);
      if (!(await this.pause(pauseMs))) return;
      await this.revive();
      begun = performance.now();
    }
  }

  private async revive(): Promise<void> {
    const { url } = this.server;
    try {
      await this.server.revive();
    } catch (error) {
      this.listener.say(errorMessage(error));
      return;
    }
    this.listener.say('PostgreSQL runs again.');
    if (this.server.url !== url) this.listener.onUrlChange();
  }

  /** False when the watch has ended meanwhile. */
  private pause(ms: number): Promise<boolean> {
    return sleep(ms, true, { signal: this.stopped.signal }).catch(() => false);
  }
}
