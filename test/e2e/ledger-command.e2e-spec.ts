import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { runCommandLine } from '../../src/cli/program';
import { addDays, localDay } from '../../src/common/calendar';
import { type JsonBody, useCharging } from '../support';
import { boletoBody } from '../support/charges';

const { app, merchant, charging } = useCharging();

async function command(...args: string[]): Promise<{ code: number; json: JsonBody; stderr: string }> {
  let [stdout, stderr] = ['', ''];
  const code = await runCommandLine([...args, '--json'], app.environment, {
    answer: (text) => (stdout += text),
    note: (text) => (stderr += text),
  });
  return { code, json: stdout === '' ? null : JSON.parse(stdout), stderr };
}

/** With no more of the service loaded than the command asks for. */
async function inOwnProcess(...args: string[]): Promise<JsonBody> {
  const program = join(__dirname, '..', '..', 'scripts', 'cli.mjs');
  const env = { PATH: process.env['PATH'] ?? '', ...app.environment };
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...args, '--json'], { env });
  return JSON.parse(stdout);
}

interface Account {
  readonly account: string;
  readonly wallet_id: string | null;
  readonly balance: number;
}

const today = localDay(new Date());
const yesterday = addDays(today, -1);
const balanceOf = (json: JsonBody, name: string): number | undefined =>
  (json.accounts as Account[]).find(({ account }) => account === name)?.balance;

/** Past the triggers that keep the books. */
async function add(cents: number): Promise<void> {
  await app.dataSource.query(`
    ALTER TABLE ledger_accounts DISABLE TRIGGER USER;
    UPDATE ledger_accounts SET posted_cents = posted_cents + ${cents}
     WHERE merchant_id = '${merchant.id}' AND name = 'available';
    ALTER TABLE ledger_accounts ENABLE TRIGGER USER`);
}

describe('ledger balances | post | verify, settle (money contract §20)', () => {
  it('shows the book of a merchant, which sums to 0, and as it was on an earlier day', async () => {
    await charging.paidPix();
    const { code, json } = await command('ledger', 'balances', merchant.id);
    expect([code, json.merchant_id]).toEqual([0, merchant.id]);
    expect(balanceOf(json, 'available')).toBe(10_000);
    expect((json.accounts as Account[]).reduce((sum, { balance }) => sum + balance, 0)).toBe(0);
    const before = await command('ledger', 'balances', merchant.id, '--as-of', yesterday);
    expect((before.json.accounts as Account[]).filter(({ balance }) => balance !== 0)).toEqual([]);
    const now = await command('ledger', 'balances', merchant.id, '--as-of', today);
    expect(now.json.accounts).toEqual(json.accounts);
  });

  it('refuses a merchant and a day that there are not', async () => {
    const unknown = await command('ledger', 'balances', '01900000-0000-7000-8000-000000000000');
    expect([unknown.code, unknown.json]).toEqual([1, null]);
    expect((await command('ledger', 'balances', merchant.id, '--as-of', '2026-02-30')).code).toBe(1);
    expect((await command('ledger', 'balances', 'x')).code).toBe(1);
  });

  it('gives lines their places: nobody else did, no worker runs', async () => {
    const { json } = await command('ledger', 'post');
    expect(json.posted).toBeGreaterThan(0);
    expect((await command('ledger', 'post')).json).toEqual({ posted: 0 });
    const entries = await merchant.client.get(`/v1/wallets/${merchant.id}/entries`);
    expect(entries.body.pagination.total).toBe(1);
  });

  it('reads the rules of the books, and fails when one is broken', async () => {
    expect(await command('ledger', 'verify', '--full')).toMatchObject({
      code: 0,
      json: { since: null, broken: [] },
    });
    expect((await command('ledger', 'verify')).json.since).not.toBeNull();
    await add(1);
    const broken = await command('ledger', 'verify');
    expect(broken.code).toBe(1);
    expect(broken.json.broken.length).toBeGreaterThan(0);
    await add(-1);
  });

  it('settles what is due, and nothing before its day', async () => {
    const { id } = await charging.create(boletoBody());
    await merchant.client.post(`/v1/sandbox/charges/${String(id)}/pay`);
    const nothing = await command('settle');
    expect([nothing.stderr, nothing.json]).toEqual([
      '',
      {
        until: today,
        settlements: 0,
        receivables: 0,
        amount: 0,
        reserves_released: 0,
      },
    ]);
    // Its day has come: past the trigger that keeps it.
    await app.dataSource.query(`
      ALTER TABLE receivables DISABLE TRIGGER USER;
      UPDATE receivables SET due_date = '${today}', original_due_date = '${today}' WHERE charge_id = '${String(id)}';
      ALTER TABLE receivables ENABLE TRIGGER USER`);
    expect((await command('settle', '--until', yesterday)).json.receivables).toBe(0);
    expect(await inOwnProcess('settle')).toMatchObject({ settlements: 1, receivables: 1 });
    const early = await command('settle', '--until', addDays(today, 1));
    expect([early.code, early.stderr]).toEqual([1, expect.stringContaining('before its day')]);
  });
});
