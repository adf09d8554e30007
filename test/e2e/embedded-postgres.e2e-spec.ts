import {
  mkdtempSync,
  chmodSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  mkdirSync,
  existsSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { EmbeddedPostgres, startThrowAwayPostgres } from '../../src/embedded/postgres';
import { isAlive } from '../../src/embedded/process-identity';
import { onThisMachine } from '../support';

interface Note {
  url: string;
  pid: number;
  port: number;
  data_directory: string;
}

describe('The embedded PostgreSQL of a data directory (architecture.md §7)', () => {
  let root: string;
  let dataDir: string;
  const said: string[] = [];

  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), 'repasse-embedded-'));
    chmodSync(root, 0o755);
    dataDir = join(root, 'data');
  });

  afterEach(async () => {
    const server = existsSync(join(dataDir, 'postgres.json')) ? await open() : null;
    await server?.close();
  });

  afterAll(() => rmSync(root, { recursive: true, force: true }));

  const open = () => EmbeddedPostgres.open(dataDir, (sentence) => said.push(sentence));
  const note = () => JSON.parse(readFileSync(join(dataDir, 'postgres.json'), 'utf8')) as Note;

  async function ask(url: string, sql: string): Promise<unknown> {
    const client = new Client({ connectionString: url });
    await client.connect();
    try {
      const { rows } = await client.query<{ answer: unknown }>(sql);
      return rows[0]?.answer;
    } finally {
      await client.end();
    }
  }

  it('runs PostgreSQL 18 in UTF-8 and UTC with a password only the owner of postgres.json can read', async () => {
    const server = await open();
    expect(server.startedHere).toBe(true);
    expect(await ask(server.url, "SELECT current_setting('server_version_num')::int / 10000 AS answer")).toBe(
      18,
    );
    expect(await ask(server.url, "SELECT current_setting('server_encoding') AS answer")).toBe('UTF8');
    expect(await ask(server.url, "SELECT current_setting('TimeZone') AS answer")).toBe('UTC');
    expect(statSync(join(dataDir, 'postgres.json')).mode & 0o777).toBe(0o600);
    const wrong = new URL(server.url);
    wrong.password = 'guessed';
    await expect(ask(wrong.href, 'SELECT 1 AS answer')).rejects.toThrow(/password authentication failed/);
    await server.close();
    expect(isAlive(note().pid)).toBe(false);
  });

  it('keeps the data, and where it can the port, over a stop and a second start within 10 seconds', async () => {
    const first = await open();
    const { port } = note();
    await ask(first.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
    await first.close();
    const begun = Date.now();
    const second = await open();
    expect(Date.now() - begun).toBeLessThan(onThisMachine(10_000));
    expect(await ask(second.url, 'SELECT answer FROM kept')).toBe(42);
    expect(note().port).toBe(port);
    await second.close();
  });

  it('reuses the server that a killed parent left running', async () => {
    const first = await open();
    const { pid } = note();
    // The parent dies without closing: nobody is noted as a user any more.
    writeFileSync(join(dataDir, 'postgres-uses.json'), '[]');
    const second = await open();
    expect(second.startedHere).toBe(false);
    expect(note().pid).toBe(pid);
    expect(await ask(second.url, 'SELECT 1 AS answer')).toBe(1);
    await second.close();
    expect(isAlive(pid)).toBe(false);
    await first.close();
  });

  it('recovers by itself when the server was killed and left its postmaster.pid', async () => {
    const first = await open();
    const { pid } = note();
    process.kill(pid, 'SIGKILL');
    const second = await open();
    expect(second.startedHere).toBe(true);
    expect(await ask(second.url, 'SELECT answer FROM kept')).toBe(42);
    await second.close();
    await first.close();
  });

  it('is not fooled by a postmaster.pid whose number now belongs to another program', async () => {
    const first = await open();
    await first.close();
    const pidFile = join(note().data_directory, 'postmaster.pid');
    writeFileSync(pidFile, `${process.pid}\n${note().data_directory}\n0\n5432\n\n127.0.0.1\n0 0\nready\n`);
    const second = await open();
    expect(second.startedHere).toBe(true);
    expect(await ask(second.url, 'SELECT answer FROM kept')).toBe(42);
    await second.close();
  });

  it('starts one server for two that open it at once', async () => {
    const both = await Promise.all([open(), open()]);
    expect(both.map((server) => server.startedHere).filter(Boolean)).toHaveLength(1);
    await both[0].close();
  });

  it('keeps an older database aside when $DATA_DIR was deleted and its server could not live inside', async () => {
    // Only root runs the server under another account, which a closed directory keeps out.
    if (process.getuid?.() !== 0) return;
    const closed = join(root, 'closed');
    mkdirSync(closed, { mode: 0o700 });
    const inner = join(closed, 'data');
    const openInner = () => EmbeddedPostgres.open(inner, (sentence) => said.push(sentence));
    const first = await openInner();
    const noted = JSON.parse(readFileSync(join(inner, 'postgres.json'), 'utf8')) as Note;
    expect(noted.data_directory).toMatch(/^\/var\/tmp\/repasse-[0-9a-f]{16}\/cluster$/);
    await ask(first.url, 'CREATE TABLE old AS SELECT 1 AS answer');
    await first.close();
    rmSync(inner, { recursive: true });
    const second = await openInner();
    expect(said.at(-2)).toContain('is kept in');
    expect(await ask(second.url, "SELECT to_regclass('old') AS answer")).toBeNull();
    await second.close();
    rmSync(join(noted.data_directory, '..'), { recursive: true });
  });
});

describe('The throw-away PostgreSQL of tests and checks', () => {
  it('serves, and leaves nothing behind when it is stopped', async () => {
    const server = await startThrowAwayPostgres();
    const client = new Client({ connectionString: server.url('postgres') });
    await client.connect();
    const { rows } = await client.query<{ data_directory: string }>('SHOW data_directory');
    const { rows: settings } = await client.query<{ fsync: string }>('SHOW fsync');
    await client.end();
    expect(settings[0]?.fsync).toBe('off');
    await server.stop();
    expect(existsSync(rows[0]?.data_directory ?? '')).toBe(false);
  });
});
