import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { FileLock } from '../file-lock';
import { processIdentity } from '../process-identity';
import { findBinaries } from './binaries';
import { Cluster, type CopiedCluster } from './cluster';
import type { Postmaster } from './postmaster';
import { canEnter, serverUser, type ServerUser } from './server-user';

const DATABASE = 'repasse';
const LOCK_TIMEOUT_MS = 180_000;

/** PostgreSQL's tools put paths into lines of a shell, between double quotes: there these have a meaning. */
const MEANS_SOMETHING_TO_A_SHELL = /["$`\\\r\n]/;

/** A process that uses the server now. */
interface ServerUse {
  readonly pid: number;
  readonly identity: string;
}

/** The server as it was when it was started or found. */
interface RunningServer {
  readonly pid: number;
  readonly identity: string | null;
  readonly port: number;
  readonly url: string;
}

/** What `$DATA_DIR/postgres.json` tells people and tools; it holds the password, so only its owner may read it. */
interface ServerNote {
  readonly url: string;
  readonly data_directory: string;
  readonly log_file: string;
  readonly port: number;
  readonly pid: number;
  readonly version: string;
}

/**
 * The private PostgreSQL of one `$DATA_DIR`. Every process that needs it opens it; the first one starts the
 * server, the last one to close stops it. Those that died without closing do not count.
 */
export class EmbeddedPostgres {
  private server: RunningServer;

  private constructor(
    readonly version: string,
    /** True when this call started the server, false when it ran already. */
    readonly startedHere: boolean,
    private readonly dataDir: string,
    private readonly cluster: Cluster,
    server: Postmaster,
  ) {
    this.server = running(cluster, server);
  }

  /** Connection string of the service's database. */
  get url(): string {
    return this.server.url;
  }

  /** False when the server has ended; a new one may run already. */
  get runs(): boolean {
    return this.server.identity !== null && processIdentity(this.server.pid) === this.server.identity;
  }

  /** False when somebody deleted the data. */
  get hasData(): boolean {
    return this.cluster.exists;
  }

  /** Starts the server again after its end, on the same port where it can; or finds the one that another process started. */
  async revive(): Promise<void> {
    if (!this.hasData) throw new Error(`There is no data in ${this.dataDirectory} any more.`);
    await underLock(this.dataDir, async () => {
      const server = (await this.cluster.findRunning()) ?? (await this.cluster.start(this.server.port));
      this.server = running(this.cluster, server);
      this.note();
    });
  }

  /** @param say is told, in whole sentences, what takes time or what a person should know */
  static async open(dataDirectory: string, say: (sentence: string) => void): Promise<EmbeddedPostgres> {
    mkdirSync(dataDirectory, { recursive: true });
    const dataDir = realpathSync(dataDirectory);
    return underLock(dataDir, async () => {
      const user = serverUser();
      const home = clusterHome(dataDir, user);
      const binaries = await findBinaries(user, home);
      const cluster = new Cluster(home, binaries, user);
      const noted = readNote(dataDir);
      if (cluster.exists && noted === null && !home.startsWith(dataDir)) await setAside(cluster, say);
      if (!cluster.exists) {
        say(`Making a database in ${home} (${binaries.version}, usually 5 s) …`);
        await cluster.initialise({ durable: true });
      }
      cluster.assertUsable();
      const found = await cluster.findRunning();
      // A cluster that was restored had no port yet.
      const server = found ?? (await cluster.start(noted === null || noted.port === 0 ? null : noted.port));
      await cluster.createDatabase(server.port, DATABASE);
      const opened = new EmbeddedPostgres(binaries.version, found === null, dataDir, cluster, server);
      opened.note();
      writeUses(dataDir, [
        ...othersUsing(dataDir),
        { pid: process.pid, identity: processIdentity(process.pid) ?? '' },
      ]);
      return opened;
    });
  }

  /** Takes a data directory that was copied elsewhere for a new DATA_DIR's; starts nothing. Throws where there is one already. */
  static async adopt(
    dataDirectory: string,
    copied: CopiedCluster & { readonly major: number },
  ): Promise<void> {
    const dataDir = realpathSync(dataDirectory);
    await underLock(dataDir, async () => {
      const user = serverUser();
      const home = clusterHome(dataDir, user);
      const binaries = await findBinaries(user, home);
      const { major, version } = binaries;
      const cluster = new Cluster(home, binaries, user);
      if (cluster.exists) throw new Error(`${cluster.dataDirectory} holds a database already.`);
      if (major !== copied.major)
        throw new Error(`The copy is of PostgreSQL ${copied.major}, but only ${version} was found.`);
      cluster.adopt(copied);
      const { dataDirectory: data_directory, logFile: log_file } = cluster;
      writeNote(dataDir, { url: '', data_directory, log_file, port: 0, pid: 0, version });
    });
  }

  /** Where the cluster lies and what the server writes: for messages to people. */
  get logFile(): string {
    return this.cluster.logFile;
  }

  /** Where the data lies: what is noted there goes when they go. */
  get dataDirectory(): string {
    return this.cluster.dataDirectory;
  }

  /** Stops the server unless another living process uses it. */
  async close(): Promise<void> {
    if (!this.hasData) {
      // Nothing tells any more who uses it, and nobody can.
      if (this.runs) process.kill(this.server.pid, 'SIGQUIT');
      return;
    }
    await underLock(this.dataDir, async () => {
      const others = othersUsing(this.dataDir);
      writeUses(this.dataDir, others);
      if (others.length === 0) await this.cluster.stop('fast');
    });
  }

  private note(): void {
    writeNote(this.dataDir, {
      url: this.url,
      data_directory: this.cluster.dataDirectory,
      log_file: this.cluster.logFile,
      port: this.server.port,
      pid: this.server.pid,
      version: this.version,
    });
  }
}

function running(cluster: Cluster, { pid, port }: Postmaster): RunningServer {
  return { pid, identity: processIdentity(pid), port, url: cluster.url(port, DATABASE) };
}

async function underLock<T>(dataDir: string, work: () => Promise<T>): Promise<T> {
  const lock = new FileLock(join(dataDir, 'postgres.lock'));
  await lock.acquire(LOCK_TIMEOUT_MS);
  try {
    return await work();
  } finally {
    lock.release();
  }
}

/**
 * `$DATA_DIR/postgres`, or a place that the server's account can reach when a directory on the way is closed to it, or has
 * a name that PostgreSQL's tools cannot carry.
 */
function clusterHome(dataDir: string, user: ServerUser | null): string {
  const inside = join(dataDir, 'postgres');
  if (!MEANS_SOMETHING_TO_A_SHELL.test(dataDir)) {
    makeHome(inside);
    if (canEnter(user, inside)) return inside;
  }
  const outside = join(
    '/var/tmp',
    `repasse-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`,
  );
  makeHome(outside);
  const found = lstatSync(outside);
  // /var/tmp is open to all: whoever made this directory first could read what is put into it.
  if (!found.isDirectory() || found.uid !== process.getuid?.() || (found.mode & 0o022) !== 0) {
    throw new Error(
      `${outside} was made by somebody else or is open to others: remove it, or choose another DATA_DIR.`,
    );
  }
  return outside;
}

function makeHome(directory: string): void {
  if (existsSync(directory)) return;
  mkdirSync(directory, { mode: 0o755 });
  chmodSync(directory, 0o755);
}

/** A `$DATA_DIR` that was deleted and made anew must not meet the old data, whose encryption keys are gone with it. */
async function setAside(cluster: Cluster, say: (sentence: string) => void): Promise<void> {
  await cluster.stop('fast');
  const aside = `${cluster.dataDirectory}.aside-${lstatSync(cluster.dataDirectory).mtimeMs.toFixed(0)}`;
  rmSync(aside, { recursive: true, force: true });
  renameSync(cluster.dataDirectory, aside);
  say(`The data directory is new, but an older database of the same path was found: it is kept in ${aside}.`);
}

function readNote(dataDir: string): ServerNote | null {
  return readJson(join(dataDir, 'postgres.json')) as ServerNote | null;
}

function writeNote(dataDir: string, note: ServerNote): void {
  writeWhole(join(dataDir, 'postgres.json'), `${JSON.stringify(note, null, 2)}\n`);
}

function othersUsing(dataDir: string): ServerUse[] {
  const noted = (readJson(join(dataDir, 'postgres-uses.json')) ?? []) as ServerUse[];
  return noted.filter(({ pid, identity }) => pid !== process.pid && processIdentity(pid) === identity);
}

function writeUses(dataDir: string, uses: readonly ServerUse[]): void {
  writeWhole(join(dataDir, 'postgres-uses.json'), JSON.stringify(uses));
}

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return null;
  }
}

function writeWhole(path: string, text: string): void {
  const partial = `${path}.${process.pid}`;
  writeFileSync(partial, text, { mode: 0o600 });
  renameSync(partial, path);
}
