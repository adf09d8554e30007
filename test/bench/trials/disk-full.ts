import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Bench } from '../support/bench';
import { Findings, settle } from '../support/ledger';
import { Load } from '../support/load';
import { BenchPostgres } from '../support/postgres';
import { Shop } from '../support/shop';
import type { Outcome, Trial } from '../support/trial';

const READY_AGAIN_MS = 5_000;
const SIZE = '320m';
/** Little enough for the next pages, and some for the log: writes fail, the server lives on or crashes as it likes. */
const LEFT_BYTES = 256 * 1_024;

/** The file system of PostgreSQL has no room left, and then has again. */
async function run(bench: Bench, count: number): Promise<Outcome> {
  const disk = SmallDisk.mount();
  let own: Bench | null = null;
  try {
    const postgres = await BenchPostgres.start(disk.path, [
      'max_wal_size=64MB',
      'min_wal_size=32MB',
      'wal_recycle=off',
    ]);
    own = new Bench(bench.seed, bench.form, postgres);
    return await onSmallDisk(own, postgres, disk, count);
  } finally {
    await own?.close();
    disk.unmount();
  }
}

async function onSmallDisk(
  own: Bench,
  postgres: BenchPostgres,
  disk: SmallDisk,
  count: number,
): Promise<Outcome> {
  const installation = await own.installation();
  await installation.start(1, 1);
  const merchant = await installation.merchant();
  const shop = await Shop.open(installation, merchant);
  const load = new Load(installation, merchant, own.dice).start();
  const findings = new Findings();
  let worstMs = 0;
  for (let round = 0; round < count; round += 1) {
    await wait(own.dice.between(300, 1_000));
    disk.fill();
    await wait(own.form === 'full' ? 10_000 : 4_000);
    disk.free();
    // A server that could not write its log has ended; whoever runs it starts it again.
    await postgres.revive();
    const beganMs = performance.now();
    await Promise.all([
      ...installation.servers.map((server) => server.good(null)),
      installation.apis[0]!.good(merchant),
    ]);
    worstMs = Math.max(worstMs, performance.now() - beganMs);
  }
  await load.stop();
  const { account } = load.caller;
  const internal = account.outcomes.get('500') ?? 0;
  if (internal > 0) findings.violations.push(`${internal} answers 500 instead of 503`);
  await settle(installation, load, shop, findings);
  await shop.close();
  await load.caller.close();
  const verdict = findings.verdict();
  const figures = `${account.requests} requests (${account.text()})`;
  return { ...verdict, count, worstMs, boundMs: READY_AGAIN_MS, notes: [figures, ...verdict.notes] };
}

/** A file system of its own in memory. */
class SmallDisk {
  private constructor(readonly path: string) {}

  /** Why there can be none here, or null. */
  static reasonAgainst(): string | null {
    try {
      SmallDisk.mount().unmount();
      return null;
    } catch (error) {
      return `a small file system cannot be mounted here (${error instanceof Error ? error.message.trim() : 'unknown'})`;
    }
  }

  static mount(): SmallDisk {
    const path = mkdtempSync('/var/tmp/repasse-small-disk-');
    const { status, stderr } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE}`, 'tmpfs', path]);
    if (status !== 0) {
      rmdirSync(path);
      throw new Error(`mount: ${stderr.toString()}`);
    }
    chmodSync(path, 0o755);
    return new SmallDisk(path);
  }

  fill(): void {
    const { bavail, bsize } = statfsSync(this.path);
    try {
      writeFileSync(this.ballast, Buffer.alloc(Math.max(0, bavail * bsize - LEFT_BYTES)));
    } catch (error) {
      // The server wrote on meanwhile: the disk is as full as it was to be.
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    }
  }

  free(): void {
    rmSync(this.ballast, { force: true });
  }

  unmount(): void {
    this.free();
    spawnSync('umount', ['-l', this.path]);
    rmdirSync(this.path);
  }

  private get ballast(): string {
    return join(this.path, 'ballast');
  }
}

export const diskFull: Trial = {
  id: 'disk-full',
  trial: "no room on PostgreSQL's disk: 503 and never 500, recovery without repair, ready again within 5 s",
  place: 'beside',
  counts: { short: 1, full: 20 },
  skip: () =>
    process.getuid?.() === 0 && process.platform === 'linux'
      ? null
      : 'only root may mount a small file system',
  run,
};
