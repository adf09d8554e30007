import { type ChildProcess, fork } from 'node:child_process';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import type { Screen } from '../screen';
import { Shop, shopUrl } from './shop';
import { DeskRepository } from './week-copy.repository';

interface Note {
  /** Of the shop: the addresses in what was played name it. 0 before it has one. */
  readonly port: number;
  readonly state: 'playing' | 'played' | 'unwanted';
}

/**
 * The week at the desk that `npm start` begins with: made once, beside the running service, into an empty embedded database;
 * and its shop, which is there from then on.
 */
export class DemoWeek {
  private readonly shop = new Shop();
  private readonly file: string;
  private player: ChildProcess | null = null;
  private isStopping = false;

  /** @param clusterDirectory where the embedded database lies: the note of the week goes with it */
  constructor(
    clusterDirectory: string,
    private readonly env: NodeJS.ProcessEnv,
    private readonly screen: Screen,
  ) {
    this.file = join(clusterDirectory, 'repasse-demo-week.json');
  }

  /** Once, and before anybody can work at the desk: who is quicker than the week does not lose it. */
  async decide(databaseUrl: string): Promise<void> {
    if (this.note !== null) return;
    const client = new Client({ connectionString: databaseUrl });
    await client.connect();
    try {
      const takesWeek = await new DeskRepository(client).takesWeek();
      this.write({ port: 0, state: takesWeek ? 'playing' : 'unwanted' });
    } finally {
      await client.end();
    }
  }

  /** Whether a week is still to come to this desk. */
  get isComing(): boolean {
    return this.note?.state === 'playing';
  }

  /** Opens the shop, and plays the week where it is still to come. Nothing waits for it. */
  async start(): Promise<void> {
    const { note } = this;
    if (note === null || note.state === 'unwanted') return;
    const port = await this.shop.open(note.port);
    if (note.state === 'played') return;
    this.write({ port, state: 'playing' });
    const code = await this.play(port);
    if (this.isStopping) return;
    if (code === 0) {
      this.write({ port, state: 'played' });
      this.screen.say('The demo week is there: a week of cases and charges at the desk.');
    } else this.screen.say('The demo week was not made: see above. The next start tries it again.');
  }

  async stop(): Promise<void> {
    this.isStopping = true;
    this.shop.close();
    const { player } = this;
    if (player?.exitCode !== null || player.signalCode !== null) return;
    const ended = new Promise((resolve) => player.once('exit', resolve));
    // It has nothing to finish: what it has done so far is nobody's, and goes at the next start.
    player.kill('SIGKILL');
    await ended;
  }

  private play(port: number): Promise<number | null> {
    const player = fork(join(__dirname, 'play.js'), {
      env: { ...this.env, REPASSE_SHOP_URL: shopUrl(port) },
      stdio: ['ignore', this.screen.stdio, this.screen.stdio, 'ipc'],
      execArgv: ['--require', join(__dirname, '..', 'child-guard.js'), '--enable-source-maps'],
    });
    this.screen.follow(player);
    this.player = player;
    return new Promise((resolve) => {
      player.once('error', () => resolve(null));
      player.once('exit', resolve);
    });
  }

  private get note(): Note | null {
    try {
      return JSON.parse(readFileSync(this.file, 'utf8')) as Note;
    } catch {
      return null;
    }
  }

  private write(note: Note): void {
    const partial = `${this.file}.${process.pid}`;
    writeFileSync(partial, JSON.stringify(note), { mode: 0o600 });
    renameSync(partial, this.file);
  }
}
