import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { runCommandLine } from '../../src/cli/program';
import { addDays } from '../../src/common/calendar';
import { ReadReportsTask } from '../../src/reconciliation/reading/read-reports.task';
import {
  clearOfMidnight,
  type JsonBody,
  startService,
  type TestMerchant,
  type TestService,
} from '../support';
import { Charging } from '../support/charges';
import { Reconciling } from '../support/reconciling';
import { bookBalances } from '../support/wallet-books';

let app: TestService;
let merchant: TestMerchant;
let desk: Reconciling;
let folder: string;

beforeAll(async () => {
  await clearOfMidnight();
  app = await startService({ worker: true });
  // What is due by itself is read now, not in the middle of a test that counts rows.
  await app.worker?.get(ReadReportsTask, { strict: false }).run();
  merchant = await app.merchant();
  desk = new Reconciling(app, await app.operator({ role: 'treasurer' }));
  folder = await mkdtemp(join(tmpdir(), 'reports-'));
});
afterAll(async () => {
  await app.stop();
  await rm(folder, { recursive: true });
});

async function command(...args: string[]): Promise<{ code: number; json: JsonBody; stderr: string }> {
  let [stdout, stderr] = ['', ''];
  const code = await runCommandLine(['reconcile', ...args, '--json'], app.environment, {
    answer: (text) => (stdout += text),
    note: (text) => (stderr += text),
  });
  return { code, json: stdout === '' ? null : JSON.parse(stdout), stderr };
}

async function file(content: string | Buffer): Promise<string> {
  const path = join(folder, 'report.jsonl');
  await writeFile(path, content);
  return path;
}

const of = (date: string, path?: string): string[] => [
  ...['--provider', 'sandbox', '--date', date],
  ...(path === undefined ? [] : ['--file', path]),
];

const line = (fields: object = {}): object => ({
  ...{ line_id: 'L1', type: 'payment', reference: 'nothing of ours' },
  ...{ gross: 1_000, fee: 10, net: 990, date: desk.today },
  ...fields,
});

/** The lines of a charge as the sandbox has them, under the names of a file. */
async function linesOf(chargeId: string): Promise<object[]> {
  const [charge] = await app.dataSource.query<{ reference: string }[]>(
    'SELECT provider_reference AS reference FROM charges WHERE id = $1',
    [chargeId],
  );
  const { amount } = (await merchant.client.get(`/v1/charges/${chargeId}`)).body.data as { amount: number };
  return [
    line({ line_id: `F-${chargeId}`, reference: charge?.reference, gross: amount, fee: 7, net: amount - 7 }),
  ];
}

const written = async (): Promise<string[]> =>
  (
    await app.dataSource.query<{ n: string }[]>(
      `SELECT count(*) AS n FROM reconciliations UNION ALL SELECT count(*) FROM reconciliation_items
     UNION ALL SELECT count(*) FROM ledger_transactions`,
    )
  ).map(({ n }) => n);

describe('reconcile (money contract §20)', () => {
  it('asks the provider, and tells what it came to', async () => {
    await new Charging(merchant.client).paidPix();
    const { code, json } = await command(...of(desk.today));
    expect([code, json]).toEqual([
      0,
      {
        ...{ reconciliation_id: expect.any(String), provider: 'sandbox', date: desk.today, lines_added: 1 },
        items: { matched: 1, amount_differs: 0, date_differs: 0, missing_here: 0, missing_there: 0 },
        open: 0,
      },
    ]);
    expect((await command(...of(desk.today))).json).toMatchObject({ lines_added: 0, items: { matched: 1 } });
  });

  it('takes the same lines from a file, once; nothing else of the service is loaded than it asks for', async () => {
    const { id } = await new Charging(merchant.client).paidPix({ amount: 2_000 });
    const before = await bookBalances(app, merchant.id);
    const lines = [
      ...(await linesOf(id as string)),
      line({ line_id: 'X', type: 'fee', reference: null, net: 990 }),
    ];
    const path = await file(`${lines.map((one) => JSON.stringify(one)).join('\r\n')}\n\n`);
    const program = join(__dirname, '..', '..', 'scripts', 'cli.mjs');
    const env = { PATH: process.env['PATH'] ?? '', ...app.environment };
    const args = ['reconcile', ...of(desk.today, path), '--json'];
    const { stdout } = await promisify(execFile)(process.execPath, [program, ...args], { env });
    expect(JSON.parse(stdout)).toMatchObject({ lines_added: 2, items: { missing_here: 1 }, open: 1 });
    const after = await bookBalances(app, merchant.id);
    const changes = ['clearing', 'cash', 'costs'].map(
      (name) => (after[`${name}:sandbox`] ?? 0) - (before[`${name}:sandbox`] ?? 0),
    );
    expect(changes).toEqual([2_000, -1_993, -7]);
    const counts = await written();
    expect((await command(...of(desk.today, path))).json).toMatchObject({ lines_added: 0 });
    expect(await written()).toEqual(counts);
  });

  it('a line that stands twice in a file is matched once and missing here once', async () => {
    const { id } = await new Charging(merchant.client).paidPix({ amount: 3_000 });
    const [one] = await linesOf(id as string);
    const path = await file([one, one].map((reported) => JSON.stringify(reported)).join('\n'));
    const { json } = await command(...of(desk.today, path));
    expect(json.lines_added).toBe(2);
    const items = await desk.about(json.reconciliation_id as string, id as string);
    expect(items.map(({ status }) => status as string).sort()).toEqual(['matched', 'missing_here']);
    expect((await command(...of(desk.today, path))).json.lines_added).toBe(0);
  });

  it('a payment by its instalments, of which one is missing', async () => {
    const charging = new Charging(merchant.client);
    const { id } = (await charging.create({
      ...{ amount: 1_000, product_type: 'physical', payment_method: 'credit_card' },
      customer: { name: 'Ana Souza', email: 'ana@example.com', type: 'individual' },
      items: [{ name: 'Caderno', quantity: 1, unit_price: 1_000, tangible: true }],
      payment_details: { card_token: 'tok_approved', installments: 3 },
    })) as { id: string };
    await charging.until(id, 'captured');
    const [whole] = await linesOf(id);
    const parts = [1, 3].map((installment, at) => {
      const gross = [334, 333][at] ?? 0;
      return { ...whole, line_id: `I-${installment}`, installment, gross, fee: 0, net: gross };
    });
    const odd = { ...whole, line_id: 'I-4', installment: 4, gross: 250, fee: 0, net: 250 };
    const path = await file([...parts, whole, odd].map((reported) => JSON.stringify(reported)).join('\n'));
    const { json } = await command(...of(desk.today, path));
    const items = await desk.about(json.reconciliation_id as string, id);
    expect(items.map(({ status, installment }) => [installment, status]).sort()).toEqual([
      [null, 'missing_here'],
      [1, 'matched'],
      [2, 'missing_there'],
      [3, 'matched'],
      [4, 'missing_here'],
    ]);
  });
});

it('a line that is about nothing is explained and not adjusted: nobody knows whose book it is about', async () => {
  const reported = line({ line_id: 'Z', type: 'fee', reference: null });
  const { json } = await command(...of(desk.today, await file(JSON.stringify(reported))));
  const id = json.reconciliation_id as string;
  const item = (await desk.items(id)).find(({ reported }) => reported?.line_id === 'Z');
  expect(item).toMatchObject({ status: 'missing_here', type: 'fee', reference: null, resource: null });
  const before = await written();
  const itemId = item?.id as string;
  const adjusted = await desk.resolve(desk.operator, id, itemId, 'adjust', 'Tarifa mensal.');
  expect([adjusted.status, adjusted.body.error]).toEqual([409, 'INVALID_STATE']);
  const explained = await desk.resolve(desk.operator, id, itemId, 'explain', 'Tarifa mensal.');
  expect([explained.status, explained.body.data]).toMatchObject([
    200,
    { resolution: 'explain', note: 'Tarifa mensal.', posted_as: null },
  ]);
  expect(await written()).toEqual(before);
});

describe('what a file may hold', () => {
  it.each([
    ['no JSON', 'line_id;type', 'line 1 is no JSON'],
    ['a list', '[]', 'line 1 is no JSON object'],
    ['nothing but null', 'null', 'line 1 is no JSON object'],
    ['a field too many', { more: 1 }, 'line 1 has a field that is none of line_id, type, reference'],
    ['no name', { line_id: '' }, 'line 1 line_id must be 1 to 100 visible ASCII characters'],
    ['a name that is none', { line_id: 'a\u0000b' }, 'line 1 line_id must be'],
    ['a name that is too long', { line_id: 'x'.repeat(101) }, 'line 1 line_id must be'],
    ['a number as a name', { line_id: 5 }, 'line 1 line_id must be'],
    ['another type', { type: 'gift' }, 'line 1 type must be one of payment, refund'],
    ['no reference', { reference: null }, 'line 1 reference must be 1 to 80 visible ASCII characters'],
    ['an object as a reference', { reference: { $gt: '' } }, 'line 1 reference must be'],
    ['instalment 0', { installment: 0 }, 'line 1 installment must be a whole number from 1 to 99'],
    [
      'an instalment of a refund',
      { type: 'refund', installment: 1, net: 1_010 },
      'line 1 installment is of payments only',
    ],
    ['an amount below 0', { gross: -1, net: -11 }, 'line 1 gross must be whole cents'],
    ['half a cent', { gross: 1_000.5 }, 'line 1 gross must be whole cents'],
    ['an amount as text', { gross: '1000' }, 'line 1 gross must be whole cents'],
    ['too much', { gross: 1e16 }, 'line 1 gross must be whole cents'],
    ['a net that does not follow', { net: 1_000 }, 'line 1 net must be gross less fee'],
    ['no day', { date: '2026-02-30' }, 'line 1 date must be a day'],
    ['no day at all', { date: null }, 'line 1 date must be a day'],
    ['bytes that are no text', Buffer.from([0xff, 0xfe, 0x7b]), 'line 1 is not UTF-8'],
    ['a line without end', 'x'.repeat(1_000_000), 'line 1 is longer than 4096 bytes'],
    ['a deep one', '['.repeat(4_000), 'line 1 is no JSON'],
  ])('%s: nothing is read', async (_, wrong, message) => {
    const before = await written();
    const bad = typeof wrong === 'string' || Buffer.isBuffer(wrong) ? wrong : JSON.stringify(line(wrong));
    const good = Buffer.from(`\n${JSON.stringify(line({ line_id: 'good' }))}`);
    const { code, json, stderr } = await command(
      ...of(desk.today, await file(Buffer.concat([Buffer.from(bad), good]))),
    );
    expect([code, json]).toEqual([1, null]);
    expect(stderr).toContain(message);
    expect(stderr).toContain('Nothing was read');
    expect(await written()).toEqual(before);
  });

  it('tells of ten faults at most, and of lines by their numbers', async () => {
    const path = await file(`\n\n${'{}\n'.repeat(50)}`);
    const { stderr } = await command(...of(desk.today, path));
    expect(stderr.match(/line \d+/g)).toEqual(Array.from({ length: 10 }, (_, at) => `line ${at + 3}`));
  });

  it('no file, a folder, a day to come, a provider that there is not', async () => {
    const before = await written();
    expect((await command(...of(desk.today, join(folder, 'nothing')))).stderr).toContain('cannot be read');
    expect((await command(...of(desk.today, folder))).stderr).toContain('cannot be read');
    expect((await command(...of(addDays(desk.today, 1)))).stderr).toContain('must not be a day to come');
    expect((await command(...of('2026-02-30'))).stderr).toContain('day of the calendar');
    const nobody = await command('--provider', 'nobody', '--date', desk.today);
    expect([nobody.code, nobody.stderr]).toEqual([
      1,
      expect.stringContaining('must be the name of a provider'),
    ]);
    expect(await written()).toEqual(before);
  });

  it('an empty one is read, and tells that all of ours is missing there', async () => {
    await new Charging(merchant.client).paidPix({ amount: 4_000 });
    const { code, json } = await command(...of(desk.today, await file('')));
    expect([code, json.lines_added, json.items.missing_there]).toEqual([0, 0, 2]);
  });
});

it('what a request left unread the worker reads on, once the request cannot be at it any more', async () => {
  const { id } = await desk.read();
  const readAfter = async (secondsAgo: number): Promise<boolean> => {
    await app.dataSource.query(
      `UPDATE reconciliations SET requested_at = now() - make_interval(secs => $2), read_at = now() - interval '1 hour'
        WHERE id = $1`,
      [id, secondsAgo],
    );
    await app.worker?.get(ReadReportsTask, { strict: false }).run();
    const rows = await app.dataSource.query<{ done: boolean }[]>(
      'SELECT read_at > requested_at AS done FROM reconciliations WHERE id = $1',
      [id],
    );
    return rows[0]?.done ?? false;
  };
  expect(await readAfter(1)).toBe(false);
  expect(await readAfter(31)).toBe(true);
});
