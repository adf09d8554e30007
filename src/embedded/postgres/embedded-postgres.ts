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
import { Cluster } from './cluster';
import { canEnter, serverUser, type ServerUser } from './server-user';

const DATABASE = 'repasse';
const LOCK_TIMEOUT_MS = 180_000;

/** A process that uses the server now. */
interface ServerUse {
  readonly pid: number;
  readonly identity: string;
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
  private constructor(
    /** Connection string of the service's database. */
    readonly url: string,
    readonly version: string,
    /** True when this call started the server, false when it ran already. */
    readonly startedHere: boolean,
    private readonly dataDir: string,
    private readonly cluster: Cluster,
  ) {}

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
        say(`Making a database in ${home} (${binaries.version}).`);
        await cluster.initialise({ durable: true });
      }
      cluster.assertUsable();
      const running = await cluster.findRunning();
      const server = running ?? (await cluster.start(noted?.port ?? null));
      await cluster.createDatabase(server.port, DATABASE);
      const url = cluster.url(server.port, DATABASE);
      writeNote(dataDir, {
        url,
        data_directory: cluster.dataDirectory,
        log_file: cluster.logFile,
        port: server.port,
        pid: server.pid,
        version: binaries.version,
      });
      writeUses(dataDir, [
        ...othersUsing(dataDir),
        { pid: process.pid, identity: processIdentity(process.pid) ?? '' },
      ]);
      return new EmbeddedPostgres(url, binaries.version, running === null, dataDir, cluster);
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
    await underLock(this.dataDir, async () => {
      const others = othersUsing(this.dataDir);
      writeUses(this.dataDir, others);
      if (others.length === 0) await this.cluster.stop('fast');
    });
  }
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

/** `$DATA_DIR/postgres`, or a place that the server's account can reach when a directory on the way is closed to it. */
function clusterHome(dataDir: string, user: ServerUser | null): string {
  const inside = join(dataDir, 'postgres');
  makeHome(inside);
  if (canEnter(user, inside)) return inside;
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
