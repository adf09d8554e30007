import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBinaries } from './binaries';
import { Cluster } from './cluster';
import { canEnter, serverUser, type ServerUser } from './server-user';

/** Nothing of it survives, so nothing of it needs to reach the disk. */
const FAST_AND_FORGETFUL = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'max_connections=400',
  'autovacuum_naptime=10s',
];

/**
 * Waits for the end of its standard input, which comes when whoever started it closes the pipe or dies in any
 * way, then stops the server (which removes its postmaster.pid) and removes the files.
 */
const KEEPER = `
cat >/dev/null
kill -QUIT "$1"
tries=0
while [ -e "$2/cluster/postmaster.pid" ] && [ $tries -lt 200 ]; do sleep 0.05; tries=$((tries + 1)); done
rm -rf "$2"
`;

/** A PostgreSQL server for tests and checks. */
export interface ThrowAwayPostgres {
  url(database: string): string;
  readonly version: string;
  stop(): Promise<void>;
}

/** Starts a server in a temporary directory; it ends with `stop()` or with this process, even when that is killed. */
export async function startThrowAwayPostgres(): Promise<ThrowAwayPostgres> {
  const user = serverUser();
  const home = temporaryHome(user);
  try {
    const binaries = await findBinaries(user, home);
    const cluster = new Cluster(home, binaries, user);
    await cluster.initialise({ durable: false });
    const server = await cluster.start(null, FAST_AND_FORGETFUL);
    const stop = startKeeper(server.pid, home);
    return { url: (database) => cluster.url(server.port, database), version: binaries.version, stop };
  } catch (error) {
    rmSync(home, { recursive: true, force: true });
    throw error;
  }
}

function temporaryHome(user: ServerUser | null): string {
  for (const parent of [tmpdir(), '/tmp', '/var/tmp']) {
    const home = mkdtempSync(join(parent, 'repasse-throw-away-'));
    chmodSync(home, 0o755);
    if (canEnter(user, home)) return home;
    rmSync(home, { recursive: true });
  }
  throw new Error(`No temporary directory can be reached by ${user?.name ?? 'this user'}.`);
}

function startKeeper(serverPid: number, home: string): () => Promise<void> {
  // A session of its own: what kills our process group must not kill the one that cleans up after us.
  const keeper = spawn('/bin/sh', ['-c', KEEPER, 'keeper', String(serverPid), home], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    cwd: '/',
  });
  const ended = new Promise<void>((resolve) => keeper.once('exit', () => resolve()));
  keeper.unref();
  if (keeper.stdin instanceof Socket) keeper.stdin.unref();
  return async () => {
    keeper.ref();
    keeper.stdin.end();
    await ended;
  };
}
