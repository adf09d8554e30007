import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { Client } from 'pg';
import type { EmbeddedPostgres } from '../postgres';
import { copyNoted, MANIFEST, type Manifest, type ManifestFile } from './manifest';

/** What a starting server makes anew, and what only the running one means (PostgreSQL's manual, Base Backup, the files to leave out). */
const EMPTIED = [
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
];
const LEFT_OUT =
  /^(?:postmaster\.(?:pid|opts)|backup_label.*|tablespace_map.*|pgsql_tmp.*|pg_internal\.init.*)$/;
const SEGMENT = /^(?:[0-9A-F]{24}|[0-9A-F]{8}\.history)$/;

/** Beside the database: without its keys nobody reads what is sealed in it. */
const BESIDE = ['secrets.json', 'demo.json'];

/** What was backed up. */
export interface BackupSummary {
  readonly directory: string;
  readonly files: number;
  readonly bytes: number;
}

/**
 * Copies the embedded database while it runs (docs/backup.md): PostgreSQL's own base backup by its functions, because the
 * packages bring no pg_basebackup. A temporary replication slot keeps the write-ahead log that makes the copy whole.
 */
export async function backUp(
  postgres: EmbeddedPostgres,
  dataDir: string,
  to: string,
): Promise<BackupSummary> {
  const directory = resolve(to);
  if (existsSync(directory)) throw new Error(`${directory} is there already: name a new directory.`);
  const partial = `${directory}.${process.pid}`;
  mkdirSync(partial, { mode: 0o700, recursive: true });
  try {
    const manifest = await copyAll(postgres, dataDir, partial);
    writeFileSync(join(partial, MANIFEST), `${JSON.stringify(manifest, null, 1)}\n`, {
      mode: 0o600,
      flush: true,
    });
    renameSync(partial, directory);
    const bytes = manifest.files.reduce((sum, { size }) => sum + size, 0);
    return { directory, files: manifest.files.length, bytes };
  } catch (error) {
    rmSync(partial, { recursive: true, force: true });
    throw error;
  }
}

async function copyAll(postgres: EmbeddedPostgres, dataDir: string, to: string): Promise<Manifest> {
  const source = postgres.dataDirectory;
  // One session from the start to the end of the backup: it ends with it, and so does its slot.
  const client = new Client({ connectionString: postgres.url, statement_timeout: 0 });
  await client.connect();
  try {
    const [{ now: made_at }] = await rowsOf<[{ now: Date }]>(client, 'SELECT now()');
    await client.query('SELECT pg_create_physical_replication_slot($1, true, true)', [
      `repasse_backup_${process.pid}`,
    ]);
    const [start] = await rowsOf<[{ segment: string }]>(
      client,
      `SELECT pg_walfile_name(pg_backup_start('repasse', true)) AS segment`,
    );
    const copy = new TreeCopy(source, to);
    await copy.walk('');
    const [stop] = await rowsOf<[{ segment: string; label: string }]>(
      client,
      'SELECT pg_walfile_name(lsn) AS segment, labelfile AS label FROM pg_backup_stop(false)',
    );
    await copy.write('cluster/backup_label', stop.label);
    await copy.writeAheadLog(start.segment, stop.segment);
    await copy.take(join(dirname(source), 'password'), 'password');
    for (const name of BESIDE)
      if (existsSync(join(dataDir, name))) await copy.take(join(dataDir, name), name);
    return {
      format: 1,
      made_at: made_at.toISOString(),
      postgres_major: Number(readFileSync(join(source, 'PG_VERSION'), 'utf8')),
      wal: { from: start.segment, to: stop.segment },
      directories: copy.directories,
      files: copy.files,
    };
  } finally {
    await client.end();
  }
}

/** Copies a data directory whose server writes to it meanwhile. */
class TreeCopy {
  readonly directories: string[] = [];
  readonly files: ManifestFile[] = [];

  constructor(
    private readonly source: string,
    private readonly to: string,
  ) {}

  async walk(folder: string): Promise<void> {
    this.makeDirectory(folder);
    for (const entry of readdirSync(join(this.source, folder), { withFileTypes: true })) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (LEFT_OUT.test(entry.name)) continue;
      if (entry.isSymbolicLink())
        throw new Error(`${path} lies elsewhere (a tablespace): this backup does not follow it.`);
      if (entry.isDirectory() && EMPTIED.includes(path)) this.makeDirectory(path);
      else if (entry.isDirectory()) await this.walk(path);
      else await this.unlessGone(path);
    }
  }

  /** The segments between the two, and the history of timelines. */
  async writeAheadLog(from: string, to: string): Promise<void> {
    const names = readdirSync(join(this.source, 'pg_wal')).filter((name) => SEGMENT.test(name));
    const wanted = names.filter((name) => name.endsWith('.history') || (name >= from && name <= to));
    if (!wanted.includes(from) || !wanted.includes(to))
      throw new Error(`The write-ahead log from ${from} to ${to} is not whole: back up again.`);
    for (const name of wanted) await this.take(join(this.source, 'pg_wal', name), `cluster/pg_wal/${name}`);
  }

  async take(from: string, path: string): Promise<void> {
    this.files.push(await copyNoted(from, this.to, path));
  }

  async write(path: string, text: string): Promise<void> {
    const aside = join(this.to, 'aside');
    writeFileSync(aside, text, { mode: 0o600 });
    await this.take(aside, path);
    rmSync(aside);
  }

  private makeDirectory(folder: string): void {
    const path = folder === '' ? 'cluster' : `cluster/${folder}`;
    mkdirSync(join(this.to, path), { mode: 0o700 });
    this.directories.push(path);
  }

  /** A table that was dropped meanwhile is gone; the log tells so too. */
  private async unlessGone(path: string): Promise<void> {
    try {
      await this.take(join(this.source, path), `cluster/${path}`);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
}

async function rowsOf<T>(client: Client, sql: string): Promise<T> {
  return (await client.query(sql)).rows as T;
}
