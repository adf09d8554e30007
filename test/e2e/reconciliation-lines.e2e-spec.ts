import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommandLine } from '../../src/cli/program';
import type { ReportLine } from '../../src/providers';
import { ReportSourceService } from '../../src/reconciliation';
import { clearOfMidnight, type JsonBody, startService, type TestService } from '../support';
import { Disputing } from '../support/disputes';
import { Payouts } from '../support/payouts';
import { Reconciling } from '../support/reconciling';

let app: TestService;
let desk: Reconciling;

beforeAll(async () => {
  await clearOfMidnight();
  app = await startService({ worker: true });
  desk = new Reconciling(app, await app.operator({ role: 'treasurer' }));
});
afterAll(() => app.stop());

const ELSEWHEN = '2026-01-31';

/** Something whose lines are falsified, and what else its merchant has, whose lines are not. */
interface Reported {
  readonly client: Disputing['client'];
  readonly merchantId: string;
  readonly id: string;
  readonly type: string;
  readonly gross: number;
  /** How many other items of the merchant's there are. */
  readonly others: number;
}

async function refund(): Promise<Reported> {
  const it = await Disputing.begin(app);
  const charge = await it.paidPix({ amount: 10_000 });
  const ask = async (amount: number) =>
    (await it.client.post(`/v1/charges/${charge}/refund`, { amount })).body.data.id as string;
  const id = await ask(1_000);
  await ask(1_000);
  return { client: it.client, merchantId: it.merchant.id, id, type: 'refund', gross: 1_000, others: 2 };
}

async function dispute(): Promise<Reported> {
  const it = await Disputing.begin(app);
  const { id } = await it.opened(await it.paidPix({ amount: 10_000 }));
  await it.opened(await it.paidPix({ amount: 10_000 }));
  const of = { client: it.client, merchantId: it.merchant.id };
  return { ...of, id: id as string, type: 'dispute', gross: 10_000, others: 3 };
}

async function withdrawal(): Promise<Reported> {
  const payouts = await Payouts.open(app);
  await payouts.destination();
  const ids = [await payouts.asked({ amount: 2_000 }), await payouts.asked({ amount: 2_000 })];
  for (const id of ids) await payouts.is(id, 'paid');
  const of = { client: payouts.client, merchantId: payouts.bench.merchant.id };
  return { ...of, id: ids[0] ?? '', type: 'payout', gross: 2_000, others: 1 };
}

const KINDS = { refund, dispute, withdrawal } as const;

/** Has the lines of something told wrong, and how many they are. */
async function falsify({ client, id }: Pick<Reported, 'client' | 'id'>, fault: object): Promise<number> {
  const { status, body } = await client.post('/v1/sandbox/reports/faults', { resource_id: id, ...fault });
  expect([status, body.error]).toEqual([200, undefined]);
  return body.data.lines as number;
}

/** The items of a merchant after a reading of today: of one thing, and of everything else. */
async function read({ merchantId, id }: Pick<Reported, 'merchantId' | 'id'>): Promise<{
  items: JsonBody[];
  others: JsonBody[];
}> {
  const all = await desk.items((await desk.read()).id as string);
  const mine = all.filter((item) => item.merchant_id === merchantId);
  return {
    items: mine.filter(({ resource }) => resource.id === id),
    others: mine.filter(({ resource }) => resource.id !== id),
  };
}

const statusesOf = (items: readonly JsonBody[]): string[] => items.map(({ status }) => status as string);

/** What the sandbox reports now under a name. */
async function reportedAs(reference: string): Promise<ReportLine[]> {
  const source = app.api.get(ReportSourceService, { strict: false });
  const lines: ReportLine[] = [];
  for await (const page of source.lines({ provider: 'sandbox', date: desk.today })) lines.push(...page);
  return lines.filter((line) => line.reference === reference);
}

/** What is posted is what agrees, and nothing else. */
function expectPosted(items: readonly JsonBody[]): void {
  for (const { status, posted_as } of items) {
    if (status === 'matched') expect(posted_as).toMatch(/^provider:sandbox:/);
    else expect(posted_as).toBeNull();
  }
}

describe.each(['refund', 'dispute', 'withdrawal'] as const)(
  'the line of a %s that is told wrong (money contract §19)',
  (kind) => {
    it('left out it is missing there, and matched when it is told after all', async () => {
      const one = await KINDS[kind]();
      expect(await falsify(one, { action: 'drop' })).toBe(1);
      const { items, others } = await read(one);
      const expected = { gross: one.gross, date: desk.today };
      expect(items).toMatchObject([{ status: 'missing_there', type: one.type, expected, reported: null }]);
      expectPosted(items);
      expect(statusesOf(others)).toEqual(Array(one.others).fill('matched'));
      const later = await read(one);
      expect(later.items).toMatchObject([
        { id: items[0]?.id, status: 'matched', expected, reported: expected, resolution: null },
      ]);
      expectPosted(later.items);
      expect(later.others).toEqual(others);
    });

    it('told twice it is matched once and missing here once, which stays', async () => {
      const one = await KINDS[kind]();
      expect(await falsify(one, { action: 'double' })).toBe(1);
      const { items, others } = await read(one);
      const reported = { gross: one.gross, date: desk.today };
      expect(items).toMatchObject([
        { status: 'missing_here', type: one.type, expected: null, reported },
        { status: 'matched', type: one.type, expected: reported, reported },
      ]);
      expectPosted(items);
      expect(statusesOf(others)).toEqual(Array(one.others).fill('matched'));
      expect(await reportedAs(items[0]?.reference as string)).toMatchObject([{ grossCents: one.gross }]);
      expect(await read(one)).toEqual({ items, others });
    });

    it.each([
      ['of another amount', { gross: 999 }, 'amount_differs'],
      ['of another day', { date: ELSEWHEN }, 'date_differs'],
      ['of both', { gross: 999, date: ELSEWHEN }, 'amount_differs'],
    ])('told %s it says so (%j: %s), and stays as it was read', async (_, altered, status) => {
      const one = await KINDS[kind]();
      expect(await falsify(one, { action: 'alter', ...altered })).toBe(1);
      const { items, others } = await read(one);
      const expected = { gross: one.gross, date: desk.today };
      expect(items).toMatchObject([
        { status, type: one.type, expected, reported: { ...expected, ...altered } },
      ]);
      expectPosted(items);
      expect(statusesOf(others)).toEqual(Array(one.others).fill('matched'));
      // From then on the sandbox tells the truth; what was read of the line is not changed by that.
      expect(await reportedAs(items[0]?.reference as string)).toMatchObject([
        { grossCents: one.gross, date: desk.today },
      ]);
      expect(await read(one)).toEqual({ items, others });
    });
  },
);

describe('the lines of a card in instalments that are told wrong (money contract §19)', () => {
  const PARTS = [3_334, 3_333, 3_333];
  const TWICE = [
    [2, 'matched'],
    [2, 'missing_here'],
  ] as const;

  async function card(): Promise<Reported> {
    const it = await Disputing.begin(app);
    const id = await it.paidCard({ amount: 10_000 }, 3);
    await it.paidCard({ amount: 10_000 }, 3);
    return { client: it.client, merchantId: it.merchant.id, id, type: 'payment', gross: 10_000, others: 3 };
  }

  /** The API takes a charge, with all of its lines; one alone is falsified in the sandbox's own books. */
  async function falsifySecond({ id }: Reported, action: string, gross: number | null, day: string | null) {
    const spoiled = await app.dataSource.query<unknown[]>(
      `INSERT INTO sandbox_provider.report_faults (line_id, action, gross_cents, day)
       SELECT l.line_id, $2, $3::bigint, $4::date FROM sandbox_provider.report_lines l
         JOIN charges c ON c.provider_reference = l.reference WHERE c.id = $1 AND l.installment = 2 RETURNING line_id`,
      [id, action, gross, day],
    );
    expect(spoiled).toHaveLength(1);
  }

  const shown = (items: readonly JsonBody[]): unknown[] =>
    items.map(({ installment, status }) => [installment, status]).sort();

  it.each([
    ['drop', null, null, [[2, 'missing_there']]],
    ['double', null, null, TWICE],
    ['alter', 3_332, null, [[2, 'amount_differs']]],
    ['alter', null, ELSEWHEN, [[2, 'date_differs']]],
  ] as const)('the second alone: %s (%s, %s)', async (action, gross, day, second) => {
    const one = await card();
    await falsifySecond(one, action, gross, day);
    const { items, others } = await read(one);
    expect(shown(items)).toEqual([[1, 'matched'], ...second, [3, 'matched']]);
    for (const { installment, expected } of items.filter((item) => item.expected !== null))
      expect(expected).toEqual({ gross: PARTS[Number(installment) - 1], date: desk.today });
    expectPosted(items);
    expect(statusesOf(others)).toEqual(Array(3).fill('matched'));
    const later = await read(one);
    const matchedSecond = action === 'drop' ? [[2, 'matched']] : second;
    expect(shown(later.items)).toEqual([[1, 'matched'], ...matchedSecond, [3, 'matched']]);
    expect(later.others).toEqual(others);
  });

  it('all of them left out the whole payment is missing there; told after all, each is matched', async () => {
    const one = await card();
    expect(await falsify(one, { action: 'drop' })).toBe(3);
    const { items, others } = await read(one);
    expect(items).toMatchObject([
      { status: 'missing_there', installment: null, expected: { gross: 10_000 }, reported: null },
    ]);
    expect(statusesOf(others)).toEqual(Array(3).fill('matched'));
    const later = await read(one);
    const shownLines = later.items.map(({ installment, status, expected, reported }) => [
      ...[installment, status, expected.gross, reported.gross],
    ]);
    expect(shownLines.sort()).toEqual(PARTS.map((gross, index) => [index + 1, 'matched', gross, gross]));
    expectPosted(later.items);
  });
});

describe('a line of another type under the same reference (money contract §19)', () => {
  let folder: string;
  beforeAll(async () => (folder = await mkdtemp(join(tmpdir(), 'reports-'))));
  afterAll(() => rm(folder, { recursive: true }));

  /** Reads lines of today from a file; the items under a reference, by type. */
  async function readFile(reference: string, types: readonly string[]): Promise<JsonBody[]> {
    const path = join(folder, 'report.jsonl');
    const lines = types.map((type) => ({
      ...{ line_id: `${type} ${reference}`, type, reference, gross: 1_000, fee: 0, net: 1_000 },
      date: desk.today,
    }));
    await writeFile(path, lines.map((line) => JSON.stringify(line)).join('\n'));
    const args = ['reconcile', '--provider', 'sandbox', '--date', desk.today, '--file', path, '--json'];
    let stdout = '';
    const io = { answer: (text: string) => void (stdout += text), note: () => undefined };
    expect(await runCommandLine(args, app.environment, io)).toBe(0);
    const { reconciliation_id: id } = JSON.parse(stdout) as { reconciliation_id: string };
    const named = (await desk.items(id)).filter((item) => item.reference === reference);
    return named.sort((one, other) => ORDER.indexOf(one.type) - ORDER.indexOf(other.type));
  }

  const OTHERS = ['refund', 'dispute', 'dispute_return', 'payout', 'payout_return'];
  const ORDER = ['payment', ...OTHERS];

  it('is missing here, and what was paid is missing there until a payment tells of it', async () => {
    const it = await Disputing.begin(app);
    const charge = await it.paidPix({ amount: 1_000 });
    const [row] = await app.dataSource.query<{ reference: string }[]>(
      'SELECT provider_reference AS reference FROM charges WHERE id = $1',
      [charge],
    );
    const reference = row?.reference ?? '';
    const strays = OTHERS.map((type) => ({ type, status: 'missing_here', resource: null }));
    const own = { type: 'payment', status: 'missing_there', resource: { type: 'charge', id: charge } };
    expect(await readFile(reference, OTHERS)).toMatchObject([own, ...strays]);
    const reported = await readFile(reference, [...OTHERS, 'payment']);
    expect(reported).toMatchObject([{ ...own, status: 'matched' }, ...strays]);
    expect((await it.book())['clearing:sandbox']).toBe(0);
  });
});
