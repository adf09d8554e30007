import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { findBinaries } from '../../../src/embedded/postgres/binaries';
import { Cluster } from '../../../src/embedded/postgres/cluster';
import { serverUser } from '../../../src/embedded/postgres/server-user';

/** A commit that was answered is in the log when the server is ended at once; that it reaches the disk is not tried here. */
const SETTINGS = ['fsync=off', 'synchronous_commit=on', 'max_connections=300'];

/** Ends the server and removes its files when the bench ends in any way, also by SIGKILL. */
const KEEPER = `
cat >/dev/null
[ -e "$1/cluster/postmaster.pid" ] && kill -QUIT "$(head -n 1 "$1/cluster/postmaster.pid")"
tries=0
while [ -e "$1/cluster/postmaster.pid" ] && [ $tries -lt 200 ]; do sleep 0.05; tries=$((tries + 1)); done
rm -rf "$1"/*
rmdir "$1" 2>/dev/null
`;

/** A PostgreSQL server of the bench's own, which it may end at any moment and start again on the same port. */
export class BenchPostgres {
  private constructor(
    private readonly cluster: Cluster,
    private readonly port: number,
    private readonly settings: readonly string[],
    private readonly endKeeper: () => Promise<void>,
  ) {}

  /** @param parent where its files lie, e.g. a small file system */
  static async start(parent = '/var/tmp', settings: readonly string[] = []): Promise<BenchPostgres> {
    const user = serverUser();
    const home = mkdtempSync(join(parent, 'repasse-bench-'));
    chmodSync(home, 0o755);
    const endKeeper = startKeeper(home);
    try {
      const cluster = new Cluster(home, await findBinaries(user, home), user);
      await cluster.initialise({ durable: false });
      const all = [...SETTINGS, ...settings];
      const { port } = await cluster.start(null, all);
      return new BenchPostgres(cluster, port, all, endKeeper);
    } catch (error) {
      await endKeeper();
      rmSync(home, { recursive: true, force: true });
      throw error;
    }
  }

  url(database: string): string {
    return this.cluster.url(this.port, database);
  }

  /** `immediate` is a crash: nothing is written that was not written before. */
  async end(): Promise<void> {
    await this.cluster.stop('immediate');
  }

  /** Recovers and listens where it did. */
  async again(): Promise<void> {
    await this.cluster.start(this.port, this.settings);
  }

  /** Starts it when it has ended by itself. */
  async revive(): Promise<void> {
    if ((await this.cluster.findRunning()) === null) await this.again();
  }

  async stop(): Promise<void> {
    await this.endKeeper();
  }
}

function startKeeper(home: string): () => Promise<void> {
  const keeper = spawn('/bin/sh', ['-c', KEEPER, 'keeper', home], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    cwd: '/',
  });
  const ended = new Promise<void>((resolve) => keeper.once('exit', () => resolve()));
  return async () => {
    keeper.stdin.end();
    await ended;
  };
}
