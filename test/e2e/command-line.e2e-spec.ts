import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommandLine } from '../../src/cli/program';
import { isAlive } from '../../src/embedded/process-identity';
import { Client, eventually, useService, type JsonBody } from '../support';

const root = join(__dirname, '..', '..');
const UNKNOWN_ID = '01900000-0000-7000-8000-000000000000';

interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** The one JSON object of standard output. */
  readonly json: JsonBody;
}

/** A command in this process. */
async function cli(env: Record<string, string>, ...args: string[]): Promise<Outcome> {
  let stdout = '';
  let stderr = '';
  const code = await runCommandLine(args, env, {
    answer: (text) => (stdout += text),
    note: (text) => (stderr += text),
  });
  return { code, stdout, stderr, json: parsed(stdout) };
}

/** `npm run cli -- …` as a person types it, with what they type afterwards. */
function typed(input: string, env: Record<string, string>, ...args: string[]): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const child = spawn('npm', ['run', 'cli', '--', ...args], {
      cwd: root,
      env: { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '', ...env },
    });
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, stdout, stderr, json: parsed(stdout) }));
    child.stdin.end(input);
  });
}

function parsed(stdout: string): unknown {
  try {
    return JSON.parse(stdout);
  } catch {
    return null;
  }
}

describe('The command line (contract §9) on a running service', () => {
  const service = useService();
  let env: Record<string, string>;
  const run = (...args: string[]) => cli(env, ...args);

  beforeAll(async () => {
    env = { ...service.environment };
  });

  const asMerchant = (keys: { public_key: string; secret_key: string }) =>
    new Client(service.url, { publicKey: keys.public_key, secretKey: keys.secret_key });

  it('merchants create prints { merchant_id, name, mode, public_key, secret_key } and nothing else; the keys work', async () => {
    const made = await typed('', env, 'merchants', 'create', '--name', 'Feira São José', '--json');
    expect(made.code).toBe(0);
    expect(made.stdout.trim().split('\n')).toHaveLength(1);
    expect(Object.keys(made.json)).toEqual(['merchant_id', 'name', 'mode', 'public_key', 'secret_key']);
    expect(made.json).toMatchObject({ name: 'Feira São José', mode: 'test' });
    const answer = await asMerchant(made.json).get('/v1/merchant');
    expect(answer.body.data).toMatchObject({
      id: made.json.merchant_id,
      name: 'Feira São José',
      mode: 'test',
    });

    const live = await run('merchants', 'create', '--name', 'Live', '--mode', 'live', '--json');
    expect(live.json.public_key).toMatch(/^pk_live_/);
    const listed = await run('merchants', 'list', '--json');
    expect(listed.json.merchants.map((merchant: { name: string }) => merchant.name)).toEqual([
      'Live',
      'Feira São José',
    ]);
  });

  it('merchants limits changes the limits in force within 5 seconds, and default takes one back', async () => {
    const { json: merchant } = await run('merchants', 'create', '--name', 'Limited', '--json');
    const limit = async () => (await asMerchant(merchant).get('/v1/merchant')).headers['x-ratelimit-limit'];
    expect(await limit()).toBe('100');
    const changed = await run(
      'merchants',
      'limits',
      merchant.merchant_id,
      '--default',
      '7',
      '--queries',
      '9',
      '--json',
    );
    expect(changed.json).toEqual({
      merchant_id: merchant.merchant_id,
      transactions: 100,
      queries: 9,
      default: 7,
    });
    await eventually(async () => expect(await limit()).toBe('7'), 5_000);
    const back = await run('merchants', 'limits', merchant.merchant_id, '--default', 'default', '--json');
    expect(back.json).toMatchObject({ queries: 9, default: 100 });
    expect((await run('merchants', 'limits', merchant.merchant_id)).stdout).toContain('queries');
  });

  it('keys create gives scopes and an end, keys list shows no secret, keys revoke holds within a second', async () => {
    const { json: merchant } = await run('merchants', 'create', '--name', 'Keys', '--json');
    const made = await run(
      'keys',
      'create',
      merchant.merchant_id,
      '--scopes',
      'read',
      '--expires-in',
      '30',
      '--json',
    );
    expect(made.json).toMatchObject({ scopes: ['read'] });
    expect((await asMerchant(made.json).get('/v1/merchant')).body.data.scopes).toEqual(['read']);

    const listed = await run('keys', 'list', merchant.merchant_id, '--json');
    expect(listed.json.keys).toHaveLength(2);
    expect(listed.stdout).not.toContain(made.json.secret_key);

    const revoked = await run('keys', 'revoke', made.json.public_key, '--json');
    expect(revoked.json).toEqual({ public_key: made.json.public_key, revoked: true });
    await eventually(
      async () => expect((await asMerchant(made.json).get('/v1/merchant')).status).toBe(401),
      1_000,
    );
    expect((await run('keys', 'revoke', made.json.public_key, '--json')).code).toBe(1);
  });

  it('operators: create (password from a pipe too), list, keys, revoke, disable, enable, password', async () => {
    const email = 'ana@review.example';
    const made = await typed(
      'a long enough password\n',
      env,
      'operators',
      'create',
      '--email',
      email,
      '--role',
      'admin',
      '--json',
    );
    expect(made.json).toMatchObject({ email, role: 'admin', disabled_at: null });
    expect(Object.keys(made.json)).toContain('operator_id');
    const keys = (await run('operators', 'keys', email, '--json')).json;
    expect(keys.public_key).toMatch(/^opk_/);
    const status = async () => (await asMerchant(keys).get('/v1/merchant')).status;
    // The wrong kind of credentials, but credentials: 403 and not 401 (contract §2).
    expect(await status()).toBe(403);

    expect((await run('operators', 'disable', email, '--json')).json.disabled_at).not.toBeNull();
    await eventually(async () => expect(await status()).toBe(401), 1_000);
    expect((await run('operators', 'enable', email, '--json')).json.disabled_at).toBeNull();
    await eventually(async () => expect(await status()).toBe(403), 1_000);

    expect((await run('operators', 'keys', 'revoke', keys.public_key, '--json')).json.revoked).toBe(true);
    await eventually(async () => expect(await status()).toBe(401), 1_000);
    expect((await run('operators', 'password', email, '--password', 'short', '--json')).stderr).toContain(
      'WEAK_PASSWORD',
    );
    expect((await run('operators', 'password', email, '--password', 'another good one', '--json')).code).toBe(
      0,
    );
    expect(
      (await run('operators', 'create', '--email', email, '--role', 'viewer', '--password', 'x'.repeat(12)))
        .stderr,
    ).toContain('OPERATOR_EXISTS');
    expect((await run('operators', 'list', '--json')).json.operators).toHaveLength(1);
  });

  it('db check finds neither pending migrations nor drift, and db migrate has nothing to do', async () => {
    const { json, stderr } = await typed('', env, 'db', 'check', '--json');
    expect([json, stderr]).toEqual([{ pending: [], drift: [] }, '']);
    expect((await run('db', 'migrate', '--json')).json).toEqual({ applied: [] });
  });

  it('db check fails on a schema that differs from the code', async () => {
    await service.dataSource.query('ALTER TABLE merchants ADD COLUMN surprise integer');
    const outcome = await run('db', 'check', '--json');
    expect(outcome.code).toBe(1);
    expect(outcome.json.drift).toEqual(['ALTER TABLE "merchants" DROP COLUMN "surprise"']);
    await service.dataSource.query('ALTER TABLE merchants DROP COLUMN surprise');
  });

  it('db invariants holds on good books, and fails with the rows when one is broken', async () => {
    expect(await run('db', 'invariants', '--json')).toMatchObject({ code: 0, json: { broken: [] } });
    const { id } = await service.merchant();
    await service.dataSource.query(
      `INSERT INTO postback_endpoints (id, merchant_id, slot, url, secret_box, events, status, search_text, last_sequence,
         created_position, created_at, updated_at)
       VALUES ($1, $2, 1, 'http://127.0.0.1/', 'box', '{ping}', 'active', '', 3, 1, now(), now())`,
      [UNKNOWN_ID, id],
    );
    const outcome = await run('db', 'invariants', '--json');
    expect(outcome.code).toBe(1);
    expect(outcome.json.broken).toEqual([
      {
        rule: 'the deliveries of an endpoint in the last day are numbered without gaps, and it knows the last number',
        count: 1,
        rows: [{ endpoint_id: UNKNOWN_ID, last_sequence: '3', deliveries: '0', highest: null }],
      },
    ]);
    await service.dataSource.query('DELETE FROM postback_endpoints');
  });

  it('doctor tells configuration, versions, clock and schema', async () => {
    const outcome = await run('doctor', '--json');
    expect(outcome.json.checks).toEqual(
      expect.arrayContaining([expect.objectContaining({ check: 'clock', ok: true })]),
    );
    expect(outcome.json.ok).toBe(true);
    const broken = await cli({ ...env, API_KEY_PEPPER: 'nonsense', PORT: 'http' }, 'doctor', '--json');
    expect(broken.code).toBe(1);
    expect(broken.json.checks.filter((check: { ok: boolean }) => !check.ok)).toHaveLength(2);
    const away = await cli(
      { ...env, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' },
      'doctor',
      '--json',
    );
    expect(away.json.checks).toEqual(
      expect.arrayContaining([expect.objectContaining({ check: 'postgresql', ok: false })]),
    );
  });

  it.each([
    ['an unknown id', ['keys', 'list', UNKNOWN_ID, '--json'], 'MERCHANT_NOT_FOUND'],
    ['an id that is none', ['keys', 'list', 'nonsense', '--json'], 'This is no id.'],
    ['a wrong mode', ['merchants', 'create', '--name', 'A', '--mode', 'prod', '--json'], 'Use test or live.'],
    ['a missing name', ['merchants', 'create', '--json'], "required option '--name <name>' not specified"],
    ['an empty name', ['merchants', 'create', '--name', ' ', '--json'], '1 to 200 characters'],
    ['a turned name', ['merchants', 'create', '--name', 'a\u202eb', '--json'], 'or format characters'],
    [
      'an unknown scope',
      ['keys', 'create', UNKNOWN_ID, '--scopes', 'admin', '--json'],
      'Use read or write or money.',
    ],
    ['a limit below 1', ['merchants', 'limits', UNKNOWN_ID, '--default', '0', '--json'], 'Use 1 to'],
    ['no days', ['keys', 'create', UNKNOWN_ID, '--expires-in', '1.5', '--json'], 'no whole number'],
    ['an unknown command', ['merchant', '--json'], 'unknown command'],
  ])(
    '%s exits non-zero with a message on standard error and nothing on standard output',
    async (_name, args, message) => {
      const outcome = await run(...args);
      expect(outcome.code).not.toBe(0);
      expect(outcome.stdout).toBe('');
      expect(outcome.stderr).toContain(message);
    },
  );
});

describe('The command line without DATABASE_URL', () => {
  let home: string;
  let env: Record<string, string>;

  beforeAll(() => {
    home = mkdtempSync(join(tmpdir(), 'repasse-cli-'));
    chmodSync(home, 0o755);
    env = { DATA_DIR: join(home, 'data') };
  });
  afterAll(() => rmSync(home, { recursive: true, force: true }));

  const serverPid = () =>
    (JSON.parse(readFileSync(join(home, 'data', 'postgres.json'), 'utf8')) as { pid: number }).pid;

  it('starts the embedded PostgreSQL of $DATA_DIR for the command, and stops it afterwards', async () => {
    const early = await typed('', env, 'merchants', 'list', '--json');
    expect([early.code, early.stderr]).toEqual([1, expect.stringContaining('npm run cli -- db migrate')]);
    const migrated = await cli(env, 'db', 'migrate', '--json');
    expect(migrated.json.applied.length).toBeGreaterThan(0);
    expect(isAlive(serverPid())).toBe(false);
    const made = await cli(env, 'merchants', 'create', '--name', 'Kept', '--json');
    expect(made.json.name).toBe('Kept');
    expect(existsSync(join(home, 'data', 'secrets.json'))).toBe(true);
  });

  it('two commands at once share the server, and the last one stops it', async () => {
    const both = await Promise.all([
      typed('', env, 'merchants', 'list', '--json'),
      typed('', env, 'db', 'invariants', '--json'),
    ]);
    expect(both.map(({ code }) => code)).toEqual([0, 0]);
    expect(both[0].json.merchants).toHaveLength(1);
    expect(both[1].json.broken).toEqual([]);
    expect(isAlive(serverPid())).toBe(false);
  });
});
