import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommandLine } from '../../src/cli/program';
import { startService, type TestMerchant, type TestService } from '../support';

let app: TestService;
let merchant: TestMerchant;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'terms-'));
  app = await startService();
});
beforeEach(async () => {
  merchant = await app.merchant({ mode: 'live' });
});
afterAll(async () => {
  await app.stop();
  rmSync(folder, { recursive: true });
});

async function terms(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  let [stdout, stderr] = ['', ''];
  const code = await runCommandLine(['terms', ...args], app.environment, {
    answer: (text) => (stdout += text),
    note: (text) => (stderr += text),
  });
  return { code, stdout, stderr };
}

function fileOf(content: string): string {
  const file = join(folder, 'terms.json');
  writeFileSync(file, content);
  return file;
}

const TABLE = {
  processing: [
    { payment_method: 'pix', brand: null, installments: null, percentage: 0.99, fixed: 0, minimum: 10 },
    {
      payment_method: 'credit_card',
      brand: 'elo',
      installments: 6,
      percentage: 4.4999,
      fixed: 39,
      minimum: 0,
    },
  ],
  withdrawal: [{ method: 'pix', fixed: 250 }],
};

describe('terms show, terms import (money contract §20)', () => {
  it('import takes the body of the API, of one merchant or of all; show prints what is in force', async () => {
    const body = { ...TABLE, merchant_id: merchant.id };
    const added = await terms('import', fileOf(JSON.stringify(body)), '--json');
    expect([added.code, JSON.parse(added.stdout)]).toEqual([
      0,
      expect.objectContaining({
        merchant_id: merchant.id,
        processing: TABLE.processing.map((row) => expect.objectContaining({ ...row, scope: 'merchant' })),
      }),
    ]);
    const shown = await terms('show', merchant.id);
    expect([shown.code, JSON.parse(shown.stdout)]).toEqual([0, expect.objectContaining(body)]);
    const { data } = (await merchant.client.get('/v1/terms')).body;
    expect(data.processing).toMatchObject(TABLE.processing);
    const [entry] = await app.dataSource.query<{ actor_kind: string }[]>(
      `SELECT actor_kind FROM audit_entries WHERE action = 'terms.added' AND merchant_id = $1`,
      [merchant.id],
    );
    expect(entry).toEqual({ actor_kind: 'cli' });
  });

  it('what show prints, import takes: the terms are the same', async () => {
    await terms('import', fileOf(JSON.stringify({ ...TABLE, merchant_id: merchant.id })));
    const before = await terms('show', merchant.id);
    expect((await terms('import', fileOf(before.stdout))).code).toBe(0);
    expect(await terms('show', merchant.id)).toEqual(before);
  });

  it('without a merchant: the default, by the mode', async () => {
    const limitsOf = async (...mode: string[]): Promise<unknown> =>
      JSON.parse((await terms('show', ...mode)).stdout).limits.review_above;
    expect(await limitsOf()).toBe(5_000_000);
    expect(await limitsOf('--mode', 'test')).toBeNull();
    await terms('import', fileOf(JSON.stringify({ dispute: [{ kind: 'chargeback', fixed: 5_500 }] })));
    const { dispute } = JSON.parse((await terms('show')).stdout);
    expect(dispute).toEqual([{ kind: 'chargeback', fixed: 5_500 }]);
  });

  it.each<[string, string, string]>([
    ['a file that is no JSON', '{', 'JSON object'],
    ['a file of something else', '[]', 'VALIDATION_FAILED'],
    ['a field too many', '{"fees":[]}', '\n  fees '],
    ['nothing', '{}', '\n  the body must name at least one term'],
    ['a wrong row', '{"dispute":[{"kind":"chargeback"}]}', '\n  dispute[0].fixed is required'],
  ])('%s: a sentence, exit code 1, nothing added', async (_name, content, said) => {
    const { code, stdout, stderr } = await terms('import', fileOf(content));
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain(said);
  });

  it('a merchant that there is not: the same', async () => {
    const { code, stderr } = await terms('show', '01900000-0000-7000-8000-000000000000');
    expect(code).toBe(1);
    expect(stderr).toContain('VALIDATION_FAILED');
  });
});
