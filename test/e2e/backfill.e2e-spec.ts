import { addDays, BankCalendar, localDay } from '../../src/common/calendar';
import { runCommandLine } from '../../src/cli/program';
import { Client, eventually, type JsonBody, MoneyBench, startService, type TestService } from '../support';
import { expectBooksToHold } from '../support/books';
import { removeBooks } from '../support/books-of-before';
import { spoil, runNow } from '../support/sandbox';
import { bookBalances, walletBalances } from '../support/wallet-books';

let app: TestService;
let bench: MoneyBench;
/** The same merchant, of the service that runs now. */
let client: Client;

/** All of them are one service, and read each other's secrets. */
let env: Readonly<Record<string, string>> = {};

async function start(): Promise<void> {
  app = await startService({ worker: true, env });
  const { API_KEY_PEPPER = '', ENCRYPTION_KEYS = '' } = app.environment;
  env = { API_KEY_PEPPER, ENCRYPTION_KEYS };
}

beforeEach(async () => {
  await start();
  bench = await MoneyBench.open(app);
  client = bench.merchant.client;
});
afterEach(() => app.stop());

/** The service ends, its database loses the books, and it begins again as a new version does. */
async function upgrade(): Promise<void> {
  await app.stop();
  await removeBooks(app.config.database.url, bench.merchant.id);
  await start();
  client = new Client(app.url, bench.merchant);
}

async function backfill(...args: string[]): Promise<JsonBody> {
  let stdout = '';
  const code = await runCommandLine(['ledger', 'backfill', ...args, '--json'], app.environment, {
    answer: (text) => (stdout += text),
    note: () => undefined,
  });
  expect(code).toBe(0);
  return JSON.parse(stdout);
}

const half = () => [
  { recipient_id: bench.merchant.id, percentage: 50, liable: true, charge_processing_fee: true },
  { recipient_id: bench.seller, percentage: 50, liable: true },
];

async function refund(id: string, body: object = {}): Promise<JsonBody> {
  const answer = await client.post(`/v1/charges/${id}/refund`, body);
  expect([200, 201, 202]).toContain(answer.status);
  return answer.body.data;
}

/** What the books say of both wallets and of the book itself. */
async function balances(): Promise<JsonBody> {
  const { id } = bench.merchant;
  return {
    own: await walletBalances(app, id, id),
    seller: await walletBalances(app, id, bench.seller),
    book: await bookBalances(app, id),
  };
}

/** Receivables and sources, without what a row is called and when it was written. */
async function rows(): Promise<JsonBody> {
  const { id } = bench.merchant;
  return app.dataSource.query(
    `SELECT charge_id, wallet_id, installment, installments, amount_cents, fee_cents, reversed_cents, status, due_date,
            arrangement, captured_at, settled_at,
            (SELECT array_agg(source || ' ' || s.amount_cents || ' ' || s.refund_id ORDER BY s.refund_id)
               FROM refund_sources s WHERE s.merchant_id = v.merchant_id AND s.receivable_id = v.id) AS sources
       FROM receivables v WHERE merchant_id = $1 ORDER BY charge_id, wallet_id, installment`,
    [id],
  );
}

describe('ledger backfill (money contract §20, Existing data)', () => {
  it('posts captures, refunds and chargebacks of before as the service posts them, once', async () => {
    const { charging } = bench;
    const pix = await charging.paidPix({ amount: 10_001, split_rules: half() });
    await refund(pix.id as string, { amount: 3_333 });
    const card = await bench.capturedCard({ amount: 9_001, split_rules: half() }, { installments: 4 });
    await refund(card.id as string, { amount: 4_000 });
    const failing = await bench.capturedCard({ amount: 5_000 }, {}, 'tok_refund_fails');
    await refund(failing.id as string, { amount: 2_000 });
    const waiting = await bench.capturedCard({ amount: 6_000, split_rules: half() }, { installments: 2 });
    await spoil(app, 'refund', 'busy', { times: 100 });
    const pending = await refund(waiting.id as string, { amount: 3_500 });
    expect(pending.status).toBe('pending');
    const disputed = await bench.capturedCard({ amount: 8_000, split_rules: half() }, { installments: 2 });
    await client.post(`/v1/sandbox/charges/${disputed.id as string}/chargeback`);
    await charging.until(disputed.id as string, 'chargeback');
    const authorized = await charging.authorized();
    const [held, written] = [await balances(), await rows()];

    await upgrade();
    expect(await rows()).toEqual([]);
    const dry = await backfill('--dry-run');
    expect(dry.merchants).toEqual([
      { merchant_id: bench.merchant.id, charges: 5, captured: 38_002, complete: false, failed: [] },
    ]);
    expect(await rows()).toEqual([]);
    expect((await backfill()).merchants).toMatchObject([{ charges: 5, complete: true }]);
    expect(await balances()).toEqual(held);
    expect(await rows()).toEqual(written);
    expect((await backfill()).merchants).toEqual([]);
    expect(await balances()).toEqual(held);
    const { data: disputes } = (await client.get('/v1/disputes')).body;
    expect(disputes).toMatchObject([{ charge_id: disputed.id, kind: 'chargeback', status: 'lost', fee: 0 }]);

    // Life goes on: what waits for its outcome has one, what was authorised is captured, what is settled is refunded.
    await app.dataSource.query('DELETE FROM sandbox_provider.faults');
    await runNow(app);
    await until(waiting.id as string, 'partially_refunded');
    expect((await client.post(`/v1/charges/${authorized}/capture`)).status).toBe(200);
    await refund(pix.id as string);
    await expectBooksToHold();
  });

  it('until it is done no money leaves: 503, and then it does; a new merchant never waits', async () => {
    await bench.charging.paidPix({ amount: 10_000 });
    await upgrade();
    const transfer = () =>
      client.post(
        `/v1/wallets/${bench.merchant.id}/transfers`,
        { to_wallet_id: bench.seller, amount: 100 },
        { 'Idempotency-Key': 'transfer-1' },
      );
    const refused = await transfer();
    expect([refused.status, refused.body.error]).toEqual([503, 'UNAVAILABLE']);
    expect(refused.body.retry_after_seconds).toBe(30);
    const other = await MoneyBench.open(app);
    await other.charging.paidPix({ amount: 500 });
    const transferred = await other.merchant.client.post(
      `/v1/wallets/${other.merchant.id}/transfers`,
      { to_wallet_id: other.seller, amount: 100 },
      { 'Idempotency-Key': 'transfer-2' },
    );
    expect(transferred.status).toBe(201);
    await backfill();
    expect((await transfer()).status).toBe(201);
    await expectBooksToHold();
  });

  it('nor is anything withdrawn or paid early until then', async () => {
    await bench.charging.paidPix({ amount: 10_000 });
    await bench.capturedCard({ amount: 6_000 }, { installments: 2 });
    const path = `/v1/wallets/${bench.merchant.id}/destinations`;
    const registered = await client.post(path, {
      ...{ type: 'pix_key', pix_key_type: 'email', pix_key: 'paid@sandbox.example' },
    });
    expect(registered.status).toBe(201);
    await eventually(async () =>
      expect((await client.get(`${path}/${registered.body.data.id as string}`)).body.data.status).toBe(
        'active',
      ),
    );
    await upgrade();
    // Not today's: what is paid at once would be, or not, by the time of day.
    const payment_date = new BankCalendar().nextBusinessDay(addDays(localDay(new Date()), 1));
    const withdrawal = () =>
      client.post('/v1/withdrawals', { amount: 1_000 }, { 'Idempotency-Key': 'withdrawal-1' });
    const anticipation = () =>
      client.post('/v1/anticipations', { payment_date }, { 'Idempotency-Key': 'anticipation-1' });
    for (const asked of [withdrawal, anticipation]) {
      const { status, body } = await asked();
      expect([status, body.error, body.retry_after_seconds]).toEqual([503, 'UNAVAILABLE', 30]);
    }
    expect((await client.get('/v1/withdrawals')).body.pagination.total).toBe(0);
    expect((await client.get('/v1/anticipations')).body.pagination.total).toBe(0);
    await backfill();
    // Under the same keys: that nothing was done is not what they are remembered for.
    const made = [await withdrawal(), await anticipation()];
    expect(made.map(({ status }) => status)).toEqual([201, 201]);
    expect(made[1]?.body.data).toMatchObject({ amount: 6_000, count: 2 });
    await expectBooksToHold();
  });

  it('a charge that changes before its turn is posted first, under the same reference', async () => {
    const pix = await bench.charging.paidPix({ amount: 10_000, split_rules: half() });
    const card = await bench.capturedCard({ amount: 9_000 }, { installments: 3 });
    const pending = await bench.capturedCard({ amount: 2_000 });
    await spoil(app, 'refund', 'busy', { times: 100 });
    await refund(pending.id as string, { amount: 1_500 });
    const untouched = await bench.charging.paidPix({ amount: 700 });
    await upgrade();
    await app.dataSource.query('DELETE FROM sandbox_provider.faults');

    // Asked for, told of, and settled.
    expect((await refund(pix.id as string, { amount: 1_000 })).sources).toHaveLength(2);
    await client.post(`/v1/sandbox/charges/${card.id as string}/chargeback`);
    await runNow(app);
    await until(card.id as string, 'chargeback');
    await until(pending.id as string, 'partially_refunded');
    expect((await balances()).own).toMatchObject({ available: 4_500, waiting_funds: 500, in_transit: 0 });
    expect((await backfill()).merchants).toMatchObject([{ charges: 1, captured: 700, complete: true }]);
    expect((await balances()).own).toMatchObject({ available: 5_200, waiting_funds: 500, in_transit: 0 });
    expect(await read(untouched.id as string)).toMatchObject({ status: 'captured' });
    await expectBooksToHold();
  });
});

async function read(id: string): Promise<JsonBody> {
  return (await client.get(`/v1/charges/${id}`)).body.data;
}

async function until(id: string, status: string): Promise<void> {
  await eventually(async () => expect((await read(id)).status).toBe(status));
}
