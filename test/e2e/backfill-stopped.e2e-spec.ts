import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client as Session } from 'pg';
import { addDays, BankCalendar, localDay } from '../../src/common/calendar';
import { runCommandLine } from '../../src/cli/program';
import { LedgerReader } from '../../src/ledger';
import { eventually, type JsonBody, MoneyBench, startService, type TestService } from '../support';
import { moveBack, removeBooks } from '../support/books-of-before';

let app: TestService;
let bench: MoneyBench;

beforeAll(async () => (app = await startService({ worker: true })));
beforeEach(async () => (bench = await MoneyBench.open(app)));
afterAll(() => app.stop());

const today = localDay(new Date());
const calendar = new BankCalendar();

interface Run {
  readonly child: ChildProcess;
  readonly ended: Promise<JsonBody>;
}

/** `ledger backfill` in a process of its own. */
function begin(): Run {
  const program = join(__dirname, '..', '..', 'scripts', 'cli.mjs');
  const env = { PATH: process.env['PATH'] ?? '', ...app.environment };
  const child = spawn(process.execPath, [program, 'ledger', 'backfill', '--json'], { env });
  let out = '';
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on('data', () => undefined);
  return { child, ended: once(child, 'close').then(() => (out === '' ? null : JSON.parse(out))) };
}

async function backfill(): Promise<JsonBody> {
  let out = '';
  await runCommandLine(['ledger', 'backfill', '--json'], app.environment, {
    answer: (text) => (out += text),
    note: () => undefined,
  });
  return JSON.parse(out);
}

async function posted(): Promise<number> {
  const [row] = await app.dataSource.query<{ count: number }[]>(
    `SELECT count(*)::integer AS count FROM ledger_transactions WHERE merchant_id = $1 AND kind = 'capture'`,
    [bench.merchant.id],
  );
  return row?.count ?? 0;
}

async function isComplete(): Promise<boolean> {
  const [row] = await app.dataSource.query<{ complete: boolean }[]>(
    'SELECT backfilled_at IS NOT NULL AS complete FROM books WHERE merchant_id = $1',
    [bench.merchant.id],
  );
  return row?.complete ?? false;
}

/** A session that holds what the backfill wants. */
async function holding(sql: string, work: () => Promise<void>): Promise<void> {
  const session = new Session({ connectionString: app.config.database.url });
  await session.connect();
  try {
    await session.query('BEGIN');
    await session.query(sql);
    await work();
  } finally {
    await session.end();
  }
}

async function manyPix(count: number): Promise<string[]> {
  const made: string[] = [];
  for (let at = 0; at < count; at += 20) {
    const wave = Array.from({ length: Math.min(20, count - at) }, (_, index) =>
      bench.charging.paidPix({ amount: 1_000 + at + index }),
    );
    made.push(...(await Promise.all(wave)).map(({ id }) => id as string));
  }
  return made.sort();
}

/** What a wallet waits for, and what its owner has otherwise: a debt is paid from what is there within a minute. */
async function owned(walletId: string): Promise<number[]> {
  const { waiting_funds = 0, available = 0, debt = 0 } = await bench.balances(walletId);
  return [waiting_funds, available + debt];
}

const half = () => [
  { recipient_id: bench.merchant.id, percentage: 50, liable: true },
  { recipient_id: bench.seller, percentage: 50, liable: false },
];

describe('ledger backfill: what was due is settled, on its own day (money contract §20)', () => {
  it('each instalment whose day has come is available, refunds are taken from what there was at their time', async () => {
    // Four instalments of 2,000, captured 100 days ago: three are due.
    const card = await bench.capturedCard({ amount: 8_000 }, { installments: 4 });
    const refunded = await bench.capturedCard({ amount: 6_000, split_rules: half() }, { installments: 3 });
    const answer = await bench.merchant.client.post(`/v1/charges/${refunded.id as string}/refund`, {
      amount: 1_500,
    });
    expect(answer.status).toBe(201);
    const disputed = await bench.capturedCard({ amount: 4_000, split_rules: half() }, { installments: 2 });
    await bench.merchant.client.post(`/v1/sandbox/charges/${disputed.id as string}/chargeback`);
    await bench.charging.until(disputed.id as string, 'chargeback');
    for (const { id } of [card, refunded, disputed]) await moveBack(app.dataSource, id as string, 100);
    // The refund came on the fiftieth day: the first instalment was available, and the later ones were not.
    await app.dataSource.query(
      `UPDATE refunds SET created_at = created_at + interval '50 days', settled_at = settled_at + interval '50 days'
        WHERE charge_id = $1`,
      [refunded.id],
    );
    await removeBooks(app.config.database.url, bench.merchant.id);
    await backfill();

    const captured = addDays(today, -100);
    const due = [30, 60, 90, 120].map((days) => calendar.nextBusinessDay(addDays(captured, days)));
    const receivables = await bench.receivablesOf(card.id as string);
    expect(receivables.map(({ due_date, status }) => [due_date, status])).toEqual(
      due.map((day) => [day, day <= today ? 'settled' : 'waiting_funds']),
    );
    // Each of both had 1,000 in three instalments, and gave 750 of the last one back; the merchant alone bears 4,000.
    expect(await owned(bench.merchant.id)).toEqual([2_000, 6_000 + 2_250 + 2_000 - 4_000]);
    expect(await owned(bench.seller)).toEqual([0, 2_250 + 2_000]);
    const found = (await bench.merchant.client.get('/v1/receivables/settlements?limit=100')).body.data;
    expect(found.length).toBeGreaterThan(0);
    for (const { due_date, created_at } of found)
      expect(localDay(new Date(created_at as string))).toBe(due_date);
    const events = await app.dataSource.query(
      `SELECT 1 FROM outbox_events WHERE merchant_id = $1 AND (type LIKE 'settlement.%' OR type = 'dispute.lost')`,
      [bench.merchant.id],
    );
    expect(events).toEqual([]);
    expect(await isComplete()).toBe(true);
  });

  it("by the product's terms, without a fee and a reserve, whatever the merchant has agreed on since", async () => {
    const card = await bench.capturedCard({ amount: 8_000 }, { installments: 2 });
    await moveBack(app.dataSource, card.id as string, 40);
    await bench.agree({
      processing: [{ payment_method: 'credit_card', percentage: 5 }],
      settlement: [{ payment_method: 'credit_card', days: 2, unit: 'calendar', interval_days: 2 }],
      reserve: [{ payment_method: 'credit_card', percentage: 10, days: 90 }],
    });
    await removeBooks(app.config.database.url, bench.merchant.id);
    await backfill();
    const captured = addDays(today, -40);
    expect(
      (await bench.receivablesOf(card.id as string)).map(({ due_date, fee, net }) => [due_date, fee, net]),
    ).toEqual([30, 60].map((days) => [calendar.nextBusinessDay(addDays(captured, days)), 0, 4_000]));
    expect(await bench.balances()).toMatchObject({ waiting_funds: 4_000, available: 4_000, reserve: 0 });
    expect(await bench.book()).toEqual({ 'clearing:sandbox': -8_000 });
  });

  it('a chargeback takes what else is there, and the rest is owed', async () => {
    await bench.charging.paidPix({ amount: 300 });
    const disputed = await bench.charging.paidPix({
      amount: 1_000,
      split_rules: [
        { recipient_id: bench.merchant.id, percentage: 10, liable: true },
        { recipient_id: bench.seller, percentage: 90, liable: false },
      ],
    });
    await bench.merchant.client.post(`/v1/sandbox/charges/${disputed.id as string}/chargeback`);
    await bench.charging.until(disputed.id as string, 'chargeback');
    await removeBooks(app.config.database.url, bench.merchant.id);
    await backfill();
    expect(await owned(bench.merchant.id)).toEqual([0, -600]);
    expect(await owned(bench.seller)).toEqual([0, 900]);
  });
});

describe('ledger backfill: stopped in the middle, and several at once', () => {
  it('killed between two portions: what was posted stays, and the next run does the rest', async () => {
    const ids = await manyPix(60);
    await removeBooks(app.config.database.url, bench.merchant.id);
    await holding(`SELECT 1 FROM charges WHERE id = '${ids[55] ?? ''}' FOR UPDATE`, async () => {
      const run = begin();
      await eventually(async () => expect(await posted()).toBe(59));
      run.child.kill('SIGKILL');
      await run.ended;
    });
    expect(await isComplete()).toBe(false);
    expect((await backfill()).merchants).toMatchObject([{ charges: 1, complete: true }]);
    await expectAll(ids);
  });

  it('killed within a portion: none of it is posted', async () => {
    const ids = await manyPix(20);
    await removeBooks(app.config.database.url, bench.merchant.id);
    // Whoever writes receivables waits for whoever changes the table.
    await holding('LOCK TABLE receivables IN SHARE MODE', async () => {
      const run = begin();
      await eventually(async () => {
        const waiting = await app.dataSource.query(
          `SELECT 1 FROM pg_locks WHERE NOT granted AND relation = 'receivables'::regclass`,
        );
        expect(waiting).not.toEqual([]);
      });
      run.child.kill('SIGKILL');
      await run.ended;
    });
    expect(await posted()).toBe(0);
    await Promise.all([backfill(), backfill()]);
    await expectAll(ids);
  });

  it('three at once post each charge once', async () => {
    const ids = await manyPix(180);
    await removeBooks(app.config.database.url, bench.merchant.id);
    const runs = [begin(), begin(), begin()];
    for (const { ended } of runs)
      for (const { complete, failed } of (await ended).merchants)
        expect([complete, failed]).toEqual([true, []]);
    await expectAll(ids);
  });

  it('`npm start` does it after its migrations', async () => {
    const ids = await manyPix(3);
    await removeBooks(app.config.database.url, bench.merchant.id);
    const prepare = join(__dirname, '..', '..', 'dist', 'src', 'embedded', 'prepare.js');
    const env = { PATH: process.env['PATH'] ?? '', ...app.environment, REPASSE_DEMO_DIR: '' };
    const { stderr } = await promisify(execFile)(process.execPath, [prepare], { env });
    expect(stderr).toContain('3 charges of 1 merchants.');
    await expectAll(ids);
  });

  it('what cannot be posted leaves that one book incomplete, and says why', async () => {
    const [first = '', second = ''] = await manyPix(2);
    await removeBooks(app.config.database.url, bench.merchant.id);
    const other = await MoneyBench.open(app);
    await other.charging.paidPix({ amount: 900 });
    await removeBooks(app.config.database.url, other.merchant.id);
    await app.dataSource.query(`
      CREATE FUNCTION refuse_one() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'this one is not for the books'; END $$;
      CREATE TRIGGER tr_refuse_one BEFORE INSERT ON receivables
        FOR EACH ROW WHEN (NEW.charge_id = '${first}') EXECUTE FUNCTION refuse_one()`);
    const { merchants } = await backfill();
    expect(merchants).toMatchObject(
      [
        {
          merchant_id: bench.merchant.id,
          complete: false,
          failed: [{ charge_id: first, reason: 'this one is not for the books' }],
        },
        { merchant_id: other.merchant.id, complete: true, failed: [] },
      ].sort((one, two) => one.merchant_id.localeCompare(two.merchant_id)),
    );
    expect(await posted()).toBe(1);
    await app.dataSource.query('DROP TRIGGER tr_refuse_one ON receivables; DROP FUNCTION refuse_one()');
    await backfill();
    await expectAll([first, second]);
  });

  async function expectAll(ids: readonly string[]): Promise<void> {
    expect(await posted()).toBe(ids.length);
    expect(await isComplete()).toBe(true);
    const [sum] = await app.dataSource.query<{ cents: number }[]>(
      'SELECT sum(amount_captured_cents)::integer AS cents FROM charges WHERE merchant_id = $1',
      [bench.merchant.id],
    );
    expect(await bench.balances()).toMatchObject({ available: sum?.cents, waiting_funds: 0 });
    const book = await app.api.get(LedgerReader, { strict: false }).listOfBook(bench.merchant.id);
    expect(book.reduce((total, { balanceCents }) => total + balanceCents, 0)).toBe(0);
  }
});
