import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommandLine } from '../../src/cli/program';
import { eventually, startService, type TestMerchant, type TestService, type JsonBody } from '../support';
import { breaksRule } from '../support/books';
import { pixBody } from '../support/charges';

breaksRule(
  'a charge is what its provider knows of it',
  'credentials end under keys that the service has not, or under none',
);

const UNKNOWN_ID = '01900000-0000-7000-8000-000000000000';
const key = (id: string): string => `${id}:${randomBytes(32).toString('base64')}`;
const [older, newer] = [key('p_1'), key('p_2')];

let app: TestService;
let live: TestMerchant;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'providers-'));
  app = await startService({ env: { ENCRYPTION_KEYS: older } });
  live = await app.merchant({ mode: 'live' });
});
afterAll(async () => {
  await app.stop();
  rmSync(folder, { recursive: true });
});

async function cli(args: string[], ring = older): Promise<{ code: number; stdout: string; json: JsonBody }> {
  let stdout = '';
  const code = await runCommandLine(
    [...args, '--json'],
    { ...app.environment, ENCRYPTION_KEYS: ring },
    {
      answer: (text) => (stdout += text),
      note: () => undefined,
    },
  );
  return { code, stdout, json: stdout === '' ? null : JSON.parse(stdout) };
}

const providers = (...args: string[]) => cli(['merchants', 'providers', ...args]);

function credentialsFile(content: unknown): string {
  const file = join(folder, `${randomBytes(4).toString('hex')}.json`);
  writeFileSync(file, JSON.stringify(content));
  return file;
}

async function boxOf(accountId: string): Promise<string> {
  const [row] = await app.dataSource.query<{ box: string }[]>(
    'SELECT credentials_box AS box FROM provider_accounts WHERE id = $1',
    [accountId],
  );
  return row?.box ?? '';
}

const actionsOf = async (accountId: string): Promise<string[]> => {
  const rows = await app.dataSource.query<{ action: string }[]>(
    'SELECT action FROM audit_entries WHERE target_id = $1 ORDER BY sequence',
    [accountId],
  );
  return rows.map(({ action }) => action);
};

describe('merchants providers', () => {
  it('add, list and disable: a live merchant charges while it has an account (contract §2)', async () => {
    const charge = async (body = pixBody()) => {
      const { status, body: answer } = await live.client.post('/v1/charges', body);
      return [status, answer.error];
    };
    expect(await charge()).toEqual([409, 'PROVIDER_NOT_CONFIGURED']);
    const file = credentialsFile({ api_key: 'the-secret-of-the-bank' });
    const added = await providers(
      'add',
      live.id,
      '--adapter',
      'sandbox',
      '--methods',
      'pix',
      '--credentials-file',
      file,
    );
    expect([added.code, added.json]).toMatchObject([
      0,
      { merchant_id: live.id, mode: 'live', adapter: 'sandbox', methods: ['pix'], status: 'active' },
    ]);
    expect(added.json.notification_url).toBe(
      `http://repasse.test/providers/${added.json.id as string}/notifications`,
    );
    expect(added.stdout).not.toContain('the-secret-of-the-bank');
    await eventually(async () => expect(await charge()).toEqual([201, undefined]));
    const listed = await providers('list', live.id);
    expect(listed.json.accounts).toEqual([added.json]);
    expect((await providers('disable', added.json.id as string)).code).toBe(0);
    await eventually(async () => expect(await charge()).toEqual([409, 'PROVIDER_NOT_CONFIGURED']));
    expect(await actionsOf(added.json.id as string)).toEqual([
      'provider_account.added',
      'provider_account.disabled',
    ]);
  });

  it.each([
    [
      'an adapter that there is not',
      ['--platform', '--mode', 'live', '--adapter', 'nobody', '--methods', 'pix'],
    ],
    ['neither a merchant nor the platform', ['--adapter', 'sandbox', '--methods', 'pix']],
    ['the platform without a mode', ['--platform', '--adapter', 'sandbox', '--methods', 'pix']],
    [
      'a method that nobody serves',
      ['--platform', '--mode', 'test', '--adapter', 'sandbox', '--methods', 'cash'],
    ],
  ])('refuses %s', async (_, args) => {
    expect((await providers('add', ...args)).code).toBe(1);
  });

  it('refuses credentials that are no object of texts, an unknown merchant and an unknown account', async () => {
    const add = ['--adapter', 'sandbox', '--methods', 'pix'];
    for (const content of [['a'], { key: 1 }, 'text']) {
      const file = credentialsFile(content);
      expect((await providers('add', live.id, ...add, '--credentials-file', file)).code).toBe(1);
    }
    expect((await providers('add', UNKNOWN_ID, ...add)).code).toBe(1);
    expect((await providers('disable', UNKNOWN_ID)).code).toBe(1);
  });
});

describe('GET /v1/review/providers', () => {
  it('shows accounts to every operator, never their credentials', async () => {
    const viewer = await app.operator({ role: 'viewer' });
    const all = await viewer.client.get('/v1/review/providers');
    expect(all.body.pagination.total).toBe(2);
    expect(all.text).not.toMatch(/credentials_box|the-secret/);
    const platform = await viewer.client.get('/v1/review/providers?owner=platform');
    expect(platform.body.data).toMatchObject([
      { merchant_id: null, mode: 'test', adapter: 'sandbox', has_credentials: false, status: 'active' },
    ]);
    const own = await viewer.client.get(`/v1/review/providers?merchant_id=${live.id}`);
    expect(own.body.data).toMatchObject([
      { merchant_id: live.id, has_credentials: true, status: 'disabled' },
    ]);
  });
});

describe('secrets rotate (contract §9)', () => {
  it("encrypts the accounts' credentials anew; one that no key opens is named", async () => {
    const file = credentialsFile({ api_key: 'a' });
    const args = ['add', live.id, '--adapter', 'sandbox', '--methods', 'pix', '--credentials-file', file];
    const { id } = (await providers(...args)).json as { id: string };
    expect(await boxOf(id)).toMatch(/^p_1\./);
    const rotated = await cli(['secrets', 'rotate'], `${newer},${older}`);
    expect([rotated.code, rotated.json]).toEqual([0, { key: 'p_2', rotated: 2, failed: [] }]);
    expect(await boxOf(id)).toMatch(/^p_2\./);
    expect((await cli(['secrets', 'rotate'], `${newer},${older}`)).json).toMatchObject({ rotated: 0 });
    const other = (await providers(...args)).json as { id: string };
    await app.dataSource.query('UPDATE provider_accounts SET credentials_box = $2 WHERE id = $1', [
      other.id,
      await boxOf(id),
    ]);
    // A box of another row does not open.
    const broken = await cli(['secrets', 'rotate'], `${key('p_3')},${newer}`);
    expect([broken.code, broken.json.failed]).toEqual([1, [other.id]]);
  });
});
