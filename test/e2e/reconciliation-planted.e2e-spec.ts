import {
  clearOfMidnight,
  type JsonBody,
  startService,
  startTasks,
  type TestMerchant,
  type TestService,
} from '../support';
import { ReadReportUseCase, ReportSourceService } from '../../src/reconciliation';
import { addDays } from '../../src/common/calendar';
import { Charging } from '../support/charges';
import { Reconciling } from '../support/reconciling';
import { bookBalances } from '../support/wallet-books';

/** Each of four kinds as often. */
const PLANTED = 1_000;
const UNTOUCHED = 200;
const AT_ONCE = 12;

let app: TestService;
let merchant: TestMerchant;
let desk: Reconciling;
let charges: string[];

beforeAll(async () => {
  await clearOfMidnight();
  app = await startService();
  merchant = await app.merchant();
  desk = new Reconciling(app, await app.operator({ role: 'treasurer' }));
  charges = await capture(PLANTED + UNTOUCHED);
}, 600_000);
afterAll(() => app.stop());

/** Captured pix of different amounts. */
async function capture(count: number): Promise<string[]> {
  const charging = new Charging(merchant.client);
  const ids: string[] = [];
  let next = 0;
  const one = async (): Promise<void> => {
    while (next < count) {
      next += 1;
      ids.push((await charging.paidPix({ amount: 1_000 + next })).id as string);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
  return ids;
}

/** What is expected of each charge that was falsified, by the rest of its place by four. */
const KINDS = [
  { action: 'drop', sql: 'NULL, NULL', statuses: ['missing_there'] },
  { action: 'double', sql: 'NULL, NULL', statuses: ['matched', 'missing_here'] },
  { action: 'alter', sql: 'l.gross_cents - 1, NULL', statuses: ['amount_differs'] },
  { action: 'alter', sql: 'NULL, l.day - 3', statuses: ['date_differs'] },
] as const;

async function falsify(): Promise<Map<string, readonly string[]>> {
  const expected = new Map<string, readonly string[]>();
  for (const [kind, { action, sql, statuses }] of KINDS.entries()) {
    const ids = charges.slice(0, PLANTED).filter((_, place) => place % KINDS.length === kind);
    await app.dataSource.query(
      `INSERT INTO sandbox_provider.report_faults (line_id, action, gross_cents, day)
       SELECT l.line_id, '${action}', ${sql} FROM sandbox_provider.report_lines l
         JOIN charges c ON c.provider_reference = l.reference WHERE c.merchant_id = $1 AND c.id = ANY ($2)`,
      [merchant.id, ids],
    );
    for (const id of ids) expected.set(id, statuses);
  }
  return expected;
}

/** All of each, page by page side by side: whoever has read the whole of a day has the sandbox tell the truth from then on. */
async function inStep<Page>(sources: readonly AsyncIterable<Page>[]): Promise<readonly Page[][]> {
  const iterators = sources.map((source) => source[Symbol.asyncIterator]());
  const read = sources.map((): Page[] => []);
  for (;;) {
    const next = await Promise.all(iterators.map((iterator) => iterator.next()));
    if (next.every(({ done }) => done)) return read;
    next.forEach(({ done, value }, place) => done !== true && read[place]?.push(value));
  }
}

async function* inPages<Page>(pages: readonly Page[]): AsyncIterable<Page> {
  for (const page of pages) yield await Promise.resolve(page);
}

/** The statuses of the items about each charge. */
function byCharge(items: readonly JsonBody[]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { resource, status } of items) {
    const id = resource.id as string;
    found.set(id, [...(found.get(id) ?? []), status as string].sort());
  }
  return found;
}

describe('1,000 planted differences (money contract §21)', () => {
  it('are all found, none is invented, and two workers read them once', async () => {
    const expected = await falsify();
    const worker = await startTasks(app.config);
    try {
      const day = { provider: 'sandbox', date: desk.today };
      const processes = [app.api, worker];
      const linesOfDays = await inStep(
        processes.map((one) => one.get(ReportSourceService, { strict: false }).lines(day)),
      );
      const [one] = await Promise.all(
        processes.map((process, place) => {
          const order = { ...day, lines: inPages(linesOfDays[place] ?? []), isAsked: false, until: null };
          return process.get(ReadReportUseCase, { strict: false }).execute(order);
        }),
      );
      const items = await desk.items(one?.reconciliationId ?? '');
      const found = byCharge(items);
      expect(found.size).toBe(PLANTED + UNTOUCHED);
      const wrong = charges.filter((id) => String(found.get(id)) !== String(expected.get(id) ?? ['matched']));
      expect(wrong).toEqual([]);
      expect(items).toHaveLength(PLANTED + UNTOUCHED + PLANTED / KINDS.length);
      // What differs comes first.
      const isMatched = items.map(({ status }) => status === 'matched');
      expect(isMatched).toEqual([...isMatched].sort());
    } finally {
      await worker.close();
    }
  });

  it('read twice nothing changes but what was left out and is told now', async () => {
    const before = await desk.read();
    expect(before.items).toEqual({
      ...{ matched: UNTOUCHED + PLANTED / 2, amount_differs: PLANTED / 4, date_differs: PLANTED / 4 },
      ...{ missing_here: PLANTED / 4, missing_there: 0 },
    });
    const items = await desk.items(before.id);
    const entries = await transactions();
    expect((await desk.read()).items).toEqual(before.items);
    expect(await desk.items(before.id)).toEqual(items);
    expect(await transactions()).toBe(entries);
  });

  it('what does not agree is still due, to the cent', async () => {
    const { id } = await desk.read();
    const open = (await desk.items(id)).filter(({ status }) => status.endsWith('_differs') === true);
    const due = open.map(({ expected }) => Number(expected.gross)).reduce((sum, gross) => sum + gross, 0);
    const book = await bookBalances(app, merchant.id);
    expect([book['clearing:sandbox'], book['suspense'] ?? 0]).toEqual([-due, 0]);
  });

  it('a day on which nothing happened has nothing', async () => {
    const { items, open } = await desk.read(addDays(desk.today, -1));
    expect([Object.values(items as object), open]).toEqual([[0, 0, 0, 0, 0], 0]);
  });

  const transactions = async (): Promise<number> =>
    Number(
      (await app.dataSource.query<{ n: string }[]>('SELECT count(*) AS n FROM ledger_transactions'))[0]?.n,
    );
});
