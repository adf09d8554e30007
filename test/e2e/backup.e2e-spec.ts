import { type ChildProcess, spawn } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { runCommandLine } from '../../src/cli/program';
import { EmbeddedPostgres } from '../../src/embedded/postgres';
import { processIdentity } from '../../src/embedded/process-identity';
import type { Client as Caller, JsonBody } from '../support';
import { pixBody } from '../support/charges';
import { startProcess, type TestProcess } from '../support/process';

interface Outcome {
  readonly code: number;
  readonly stderr: string;
  readonly json: JsonBody;
}

interface NewMerchant {
  readonly merchant_id: string;
  readonly public_key: string;
  readonly secret_key: string;
}

interface Balances {
  readonly accounts: readonly { readonly account: string; readonly balance: number }[];
}

/** The drill of a restore: written to while it is copied, lost, put back, and read by every rule. */
describe('cli backup and cli restore', () => {
  let root: string;
  let dataDir: string;
  let backup: string;
  let holder: ChildProcess | null = null;
  const serving: TestProcess[] = [];

  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), 'repasse-backup-'));
    chmodSync(root, 0o755);
    dataDir = join(root, 'data');
    backup = join(root, 'backup');
  });
  afterAll(async () => {
    await Promise.all(serving.map((one) => one.end('SIGKILL')));
    holder?.kill();
    const server = await EmbeddedPostgres.open(dataDir, () => undefined);
    await server.close();
    rmSync(root, { recursive: true, force: true });
  });

  async function cli(directory: string, ...args: string[]): Promise<Outcome> {
    let stdout = '';
    let stderr = '';
    const code = await runCommandLine(
      [...args, '--json'],
      { DATA_DIR: directory },
      {
        answer: (text) => (stdout += text),
        note: (text) => (stderr += text),
      },
    );
    return { code, stderr, json: stdout === '' ? null : JSON.parse(stdout) };
  }

  /** As while the service runs: another process uses the server, so that it stays up between commands. */
  const keepRunning = async (): Promise<void> => {
    holder = spawn('sleep', ['600'], { stdio: 'ignore' });
    const { pid = 0 } = holder;
    const uses = [{ pid, identity: processIdentity(pid) }];
    writeFileSync(join(dataDir, 'postgres-uses.json'), JSON.stringify(uses));
    expect((await cli(dataDir, 'merchants', 'list')).code).toBe(0);
  };

  /** API and worker over a data directory; a client of the API. */
  async function serve(directory: string, keys: { publicKey: string; secretKey: string }): Promise<Caller> {
    const read = (name: string) =>
      JSON.parse(readFileSync(join(directory, name), 'utf8')) as Record<string, string>;
    const { url = '' } = read('postgres.json');
    const environment = { ...read('secrets.json'), DATABASE_URL: url };
    const api = await startProcess({ environment }, 'main');
    serving.push(api, await startProcess({ environment }, 'worker'));
    return api.client(keys);
  }

  /** Sells and pays out until it is told to stop; how often. */
  async function trade(client: Caller, signal: AbortSignal): Promise<number> {
    const { id } = (await client.get('/v1/merchant')).body.data as { id: string };
    const key = { type: 'pix_key', pix_key_type: 'email', pix_key: 'paid@sandbox.example' };
    expect((await client.post(`/v1/wallets/${id}/destinations`, key)).status).toBe(201);
    let sold = 0;
    for (; !signal.aborted; sold += 1) {
      const { status, body } = await client.post('/v1/charges', pixBody());
      if (status === 429) break;
      const path = `/charges/${body.data.id as string}`;
      expect((await client.post(`/v1/sandbox${path}/pay`)).status).toBe(200);
      await client.post(`/v1${path}/refund`, { amount: 100 });
      await client.post('/v1/withdrawals', { amount: 500 }, { 'idempotency-key': `out-${sold}` });
    }
    return sold;
  }

  /** Addresses that were written while the backup was made, in their order. */
  async function attemptsIn(directory: string): Promise<string[]> {
    const server = await EmbeddedPostgres.open(directory, () => undefined);
    const client = new Client({ connectionString: server.url });
    await client.connect();
    try {
      const { rows } = await client.query<{ email: string }>(
        `SELECT email FROM login_attempts ORDER BY split_part(email, '@', 1)::int`,
      );
      return rows.map(({ email }) => email);
    } finally {
      await client.end();
      await server.close();
    }
  }

  const merchant = async (name: string): Promise<string> => {
    const { code, json, stderr } = await cli(dataDir, 'merchants', 'create', '--name', name);
    if (code !== 0) throw new Error(stderr);
    return json.merchant_id as string;
  };
  const merchantsOf = async (directory: string): Promise<string[]> =>
    ((await cli(directory, 'merchants', 'list')).json.merchants as { merchant_id: string }[]).map(
      ({ merchant_id }) => merchant_id,
    );

  it('what was committed before it is in it, however much is written meanwhile; every rule holds after the restore', async () => {
    expect((await cli(dataDir, 'db', 'migrate')).code).toBe(0);
    await keepRunning();
    const before = [await merchant('Feira Um'), await merchant('Feira Dois')];
    const operator = await cli(
      dataDir,
      'operators',
      'create',
      '--email',
      'ana@example.com',
      '--role',
      'admin',
      '--password',
      'uma senha bem longa 1',
    );
    expect(operator.code).toBe(0);

    const { url } = JSON.parse(readFileSync(join(dataDir, 'postgres.json'), 'utf8')) as { url: string };
    const client = new Client({ connectionString: url });
    await client.connect();
    const copied = new AbortController();
    const shop = (await cli(dataDir, 'merchants', 'create', '--name', 'Feira Três')).json as NewMerchant;
    const selling = await serve(dataDir, { publicKey: shop.public_key, secretKey: shop.secret_key });
    const trading = trade(selling, copied.signal);
    let during = 0;
    const writing = (async () => {
      for (; !copied.signal.aborted; during += 1)
        await client.query(
          `INSERT INTO login_attempts (email, address, tries, expires_at) VALUES ($1, '10.0.0.1', 1, now() + interval '1 day')`,
          [`${during}@example.com`],
        );
    })();
    const made = await cli(dataDir, 'backup', '--to', backup);
    copied.abort();
    await writing;
    const sold = await trading;
    await Promise.all(serving.splice(0).map((one) => one.end('SIGTERM')));
    const slots = await client.query('SELECT FROM pg_replication_slots');
    await client.end();
    expect([made.code, made.stderr, slots.rowCount]).toEqual([0, '', 0]);
    expect(made.json.files).toBeGreaterThan(500);
    expect(during).toBeGreaterThan(0);

    const other = join(root, 'other');
    const restored = await cli(other, 'restore', '--from', backup);
    expect([restored.code, restored.stderr]).toEqual([0, '']);
    const there = await merchantsOf(other);
    expect(there).toEqual(expect.arrayContaining(before));
    // A prefix of what was written meanwhile: nothing in the middle is missing.
    const kept = await attemptsIn(other);
    expect(kept).toEqual([...Array(kept.length).keys()].map((number) => `${number}@example.com`));
    expect(kept.length).toBeLessThanOrEqual(during);
    // What was sold by then is in it, with its money.
    expect(sold).toBeGreaterThan(0);
    const { accounts } = (await cli(other, 'ledger', 'balances', shop.merchant_id)).json as Balances;
    const held = accounts.filter(({ account }) => account === 'available');
    expect(held[0]?.balance).toBeGreaterThan(0);
    for (const command of [
      ['db', 'check'],
      ['db', 'invariants'],
      ['audit', 'verify'],
    ]) {
      const { code, json, stderr } = await cli(other, ...command);
      expect([command, code, stderr]).toEqual([command, 0, '']);
      if (command[0] === 'audit') expect(json.valid).toBe(true);
    }
    // It goes on from there, with the keys that seal what is in it.
    expect((await cli(other, 'merchants', 'create', '--name', 'Depois')).code).toBe(0);
    expect(readFileSync(join(other, 'secrets.json'), 'utf8')).toBe(
      readFileSync(join(dataDir, 'secrets.json'), 'utf8'),
    );
  });

  it('is for its owner alone, and leaves no slot and no half of a backup behind', async () => {
    for (const name of [
      backup,
      join(backup, 'secrets.json'),
      join(backup, 'manifest.json'),
      join(backup, 'password'),
    ])
      expect(statSync(name).mode & 0o077).toBe(0);
    const again = await cli(dataDir, 'backup', '--to', backup);
    expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('is there already')]);
    expect(readdirSync(root).filter((name) => name.startsWith('backup.'))).toEqual([]);
    const second = await cli(dataDir, 'backup', '--to', join(root, 'second'));
    expect(second.code).toBe(0);
    rmSync(join(root, 'second'), { recursive: true });
  });

  it('nothing that is there is written over', async () => {
    const before = await merchantsOf(dataDir);
    const refused = await cli(dataDir, 'restore', '--from', backup);
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringContaining('restore into a new DATA_DIR'),
    ]);
    expect(await merchantsOf(dataDir)).toEqual(before);
  });

  it('a server of one’s own is left to its own tools', async () => {
    let stderr = '';
    const output = { answer: () => undefined, note: (text: string) => (stderr += text) };
    const environment = { DATA_DIR: join(root, 'x'), DATABASE_URL: 'postgres://localhost/none' };
    expect(await runCommandLine(['restore', '--from', backup], environment, output)).toBe(1);
    expect(stderr).toContain('docs/backup.md');
  });

  it('one that is damaged, cut or no backup is refused before anything is written', async () => {
    const target = join(root, 'never');
    const manifest = JSON.parse(readFileSync(join(backup, 'manifest.json'), 'utf8')) as {
      files: { path: string; size: number }[];
    };
    const table = manifest.files.find(({ path, size }) => /base\/\d+\/\d+$/.test(path) && size > 8_192)!;
    appendFileSync(join(backup, table.path), 'x');
    const damaged = await cli(target, 'restore', '--from', backup);
    expect([damaged.code, damaged.stderr]).toEqual([1, expect.stringContaining(table.path)]);
    rmSync(join(backup, 'manifest.json'));
    const unfinished = await cli(target, 'restore', '--from', backup);
    expect([unfinished.code, unfinished.stderr]).toEqual([1, expect.stringContaining('is no backup')]);
    expect(readdirSync(root)).not.toContain('never');
  });
});
