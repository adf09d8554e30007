import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { freePort } from '../ports';
import type { Binaries } from './binaries';
import { findPostmaster, waitForEnd, type Postmaster } from './postmaster';
import { runTool } from './run-tool';
import type { ServerUser } from './server-user';

const DATABASE_USER = 'repasse';
const START_TRIES = 5;
const LARGEST_KEPT_LOG = 5_000_000;
const INIT_TIMEOUT_MS = 600_000;
/** A server that has started and says nothing for so long is not ours, or is no use. */
const SILENT_MS = 90_000;
/** pg_ctl comes back as soon as the server has ended: one that lives is waited for, recovery takes its time. */
const START_TIMEOUT_S = 86_400;
/** A server of somebody else refuses us at once; ours may be slow on a busy machine. */
const ANSWER_TIMEOUT_MS = 30_000;

/** A data directory that was copied elsewhere. */
export interface CopiedCluster {
  /** Of the account that the service connects as. */
  readonly password: string;
  /** Writes the copy into an empty directory. */
  readonly fill: (directory: string) => void;
}

/**
 * One PostgreSQL data directory and the server over it (decision 0006). It lies in `home` as `cluster/`, beside its `password`
 * and `server.log`. The server listens on 127.0.0.1 with a password that is random per cluster: a Unix socket
 * would depend on the length of the path.
 */
export class Cluster {
  readonly dataDirectory: string;
  readonly logFile: string;
  private readonly passwordFile: string;

  constructor(
    readonly home: string,
    private readonly binaries: Binaries,
    private readonly user: ServerUser | null,
  ) {
    this.dataDirectory = join(home, 'cluster');
    this.logFile = join(home, 'server.log');
    this.passwordFile = join(home, 'password');
  }

  get exists(): boolean {
    return existsSync(join(this.dataDirectory, 'PG_VERSION'));
  }

  /** Makes the data directory. Made aside and renamed, so that an interrupted run leaves nothing that looks whole. */
  async initialise(options: { durable: boolean }): Promise<void> {
    const password = randomBytes(24).toString('base64url');
    const partial = `${this.dataDirectory}.${process.pid}`;
    const passwordInput = `${this.passwordFile}.${process.pid}`;
    mkdirSync(partial, { mode: 0o700 });
    writeFileSync(passwordInput, password, { mode: 0o600 });
    this.giveToServer(partial, passwordInput);
    const args = [
      '--pgdata',
      partial,
      '--username',
      DATABASE_USER,
      '--auth=scram-sha-256',
      '--pwfile',
      passwordInput,
    ];
    if (!options.durable) args.push('--no-sync');
    await runTool(join(this.binaries.directory, 'initdb'), [...args, '--encoding=UTF8', '--locale=C'], {
      user: this.user,
      timeoutMs: INIT_TIMEOUT_MS,
    });
    rmSync(passwordInput);
    writeFileSync(this.passwordFile, password, { mode: 0o600 });
    renameSync(partial, this.dataDirectory);
  }

  /** Takes the copy of a data directory, with the password that it knows; made aside and renamed, as a new one. */
  adopt({ fill, password }: CopiedCluster): void {
    const partial = `${this.dataDirectory}.${process.pid}`;
    mkdirSync(partial, { mode: 0o700 });
    fill(partial);
    const inside = readdirSync(partial, { recursive: true, encoding: 'utf8' });
    this.giveToServer(partial, ...inside.map((path) => join(partial, path)));
    writeFileSync(this.passwordFile, password, { mode: 0o600 });
    renameSync(partial, this.dataDirectory);
  }

  /** Refuses a data directory of another major version or another account: PostgreSQL's own words come too late. */
  assertUsable(): void {
    const owner = statSync(this.dataDirectory).uid;
    const expected = this.user?.uid ?? process.getuid?.();
    if (expected !== undefined && owner !== expected) {
      throw new Error(
        `${this.dataDirectory} belongs to the user with id ${owner}: start as the user who made it.`,
      );
    }
    const major = Number(readFileSync(join(this.dataDirectory, 'PG_VERSION'), 'utf8'));
    if (major !== this.binaries.major) {
      throw new Error(
        `${this.dataDirectory} was made by PostgreSQL ${major}, but only ${this.binaries.version} was found ` +
          `(${this.binaries.directory}). Install PostgreSQL ${major}, or start with another DATA_DIR.`,
      );
    }
  }

  url(port: number, database: string): string {
    const password = readFileSync(this.passwordFile, 'utf8').trim();
    return `postgres://${DATABASE_USER}:${password}@127.0.0.1:${port}/${database}`;
  }

  /** The server that runs already and answers; one that runs and does not answer is stopped. Null when none is left. */
  async findRunning(): Promise<Postmaster | null> {
    for (let deadline = performance.now() + SILENT_MS; performance.now() < deadline;) {
      const current = await findPostmaster(this.dataDirectory);
      if (current === null) return null;
      if (current.port > 0 && (await this.answers(current.port))) return current;
      if (current.isStarting) deadline = performance.now() + SILENT_MS;
      await sleep(100);
    }
    await this.stop('immediate');
    return null;
  }

  /** @param settings server settings of this start, e.g. `fsync=off` */
  async start(preferredPort: number | null, settings: readonly string[] = []): Promise<Postmaster> {
    this.prepareLog();
    for (let attempt = 1; ; attempt += 1) {
      const port = attempt === 1 && preferredPort !== null ? preferredPort : await freePort();
      try {
        await this.startOn(port, settings);
        const started = await findPostmaster(this.dataDirectory);
        if (started !== null) return started;
        throw new Error('it ended at once');
      } catch (error) {
        const log = readFileSync(this.logFile, 'utf8').trim().split('\n').slice(-15).join('\n');
        const portTaken = /could not bind|Address already in use/.test(log);
        if (portTaken && attempt < START_TRIES) {
          truncateSync(this.logFile);
          continue;
        }
        throw new Error(`PostgreSQL did not start. The end of ${this.logFile}:\n${log}`, { cause: error });
      }
    }
  }

  async stop(mode: 'fast' | 'immediate'): Promise<void> {
    const running = await findPostmaster(this.dataDirectory);
    if (running === null) return;
    process.kill(running.pid, mode === 'fast' ? 'SIGINT' : 'SIGQUIT');
    if (await waitForEnd(running.pid, 30_000)) return;
    process.kill(running.pid, 'SIGQUIT');
    if (!(await waitForEnd(running.pid, 10_000)))
      throw new Error(`PostgreSQL (process ${running.pid}) does not stop.`);
  }

  async createDatabase(port: number, name: string): Promise<void> {
    const client = new Client({ connectionString: this.url(port, 'postgres') });
    await client.connect();
    try {
      const found = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
      if (found.rowCount === 0) await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}`);
    } finally {
      await client.end();
    }
  }

  /** Proves that the server on this port is ours: it knows our password and serves our data directory. */
  private async answers(port: number): Promise<boolean> {
    const client = new Client({
      connectionString: this.url(port, 'postgres'),
      connectionTimeoutMillis: ANSWER_TIMEOUT_MS,
    });
    client.on('error', () => undefined);
    try {
      await client.connect();
      const { rows } = await client.query<{ directory: string }>(
        "SELECT current_setting('data_directory') AS directory",
      );
      return rows[0]?.directory === this.dataDirectory;
    } catch {
      return false;
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  private async startOn(port: number, settings: readonly string[]): Promise<void> {
    const all = [
      'listen_addresses=127.0.0.1',
      'unix_socket_directories=',
      'timezone=UTC',
      'max_connections=200',
      ...settings,
    ];
    const options = [`-p ${port}`, ...all.map((setting) => `-c ${setting}`)].join(' ');
    // pg_ctl puts the server into a session of its own: Ctrl-C in the terminal does not reach it before us.
    const args = [
      'start',
      '--wait',
      `--timeout=${START_TIMEOUT_S}`,
      '-D',
      this.dataDirectory,
      '-l',
      this.logFile,
      '-o',
      options,
    ];
    await runTool(join(this.binaries.directory, 'pg_ctl'), args, {
      user: this.user,
      timeoutMs: START_TIMEOUT_S * 1_000,
    });
  }

  private prepareLog(): void {
    closeSync(openSync(this.logFile, 'a', 0o600));
    if (statSync(this.logFile).size > LARGEST_KEPT_LOG) truncateSync(this.logFile);
    this.giveToServer(this.logFile);
  }

  private giveToServer(...paths: string[]): void {
    for (const path of paths) {
      if (this.user !== null) chownSync(path, this.user.uid, this.user.gid);
      chmodSync(path, statSync(path).isDirectory() ? 0o700 : 0o600);
    }
  }
}
