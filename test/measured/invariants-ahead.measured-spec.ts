import { randomUUID } from 'node:crypto';
import type { INestApplicationContext } from '@nestjs/common';
import { Client } from 'pg';
import { bookAccount, ledgerInvariants, walletAccount } from '../../src/ledger';
import { accountId } from '../../src/ledger/accounts.rules';
import { LedgerRepository } from '../../src/ledger/ledger.repository';
import { VerifyLedgerTask } from '../../src/ledger/verification/verify-ledger.task';
import { VerificationRepository } from '../../src/verification/verification.repository';
import { TxRunner } from '../../src/database';
import { sayMeasured, startTasks, useService } from '../support';
import { LedgerPlay } from '../support/ledger-play';

const SMALL = 20_000;
const LARGE = Number(process.env['LEDGER_LINES'] ?? 200_000);
const WALLETS = 1_000;
const POSTED_SINCE = 50;
const TABLES = ['ledger_hours', 'ledger_transactions', 'ledger_entries', 'ledger_accounts'] as const;
const cash = bookAccount('cash:bench');

/** Two lines each: of one of many wallets, and of the book's own account. The last of them was a day ago. */
const TRANSACTIONS = `
  INSERT INTO ledger_transactions (merchant_id, id, reference, kind, resource_type, resource_id, account_ids, amounts_cents, occurred_at, recorded_at)
  SELECT $1::uuid, gen_random_uuid(), 'test:' || n, 'capture', 'charge', gen_random_uuid(),
         ARRAY[least(wallet.id, $3::uuid), greatest(wallet.id, $3::uuid)],
         CASE WHEN wallet.id < $3 THEN ARRAY[100, -100] ELSE ARRAY[-100, 100] END, moment, moment
    FROM generate_series(1, $4::integer) AS n
   CROSS JOIN LATERAL (SELECT ($2::uuid[])[1 + n % cardinality($2::uuid[])] AS id,
                              now() - interval '1 day' - ($4 - n) * interval '50 milliseconds' AS moment) AS wallet`;
const ENTRIES = `
  INSERT INTO ledger_entries (merchant_id, account_id, seq, transaction_id, kind, amount_cents, balance_cents, posted_at, kind_seq)
  SELECT t.merchant_id, line.account_id, row_number() OVER places, t.id, t.kind, line.cents, sum(line.cents) OVER places,
         t.recorded_at, row_number() OVER places
    FROM ledger_transactions AS t
   CROSS JOIN LATERAL unnest(t.account_ids, t.amounts_cents) AS line (account_id, cents)
  WINDOW places AS (PARTITION BY line.account_id ORDER BY t.recorded_at, t.id)
   ORDER BY t.recorded_at, t.id`;
const ACCOUNTS = `
  UPDATE ledger_accounts AS a SET seq = last.seq, posted_cents = last.balance_cents, posted_at = last.posted_at
    FROM (SELECT DISTINCT ON (account_id) account_id, seq, balance_cents, posted_at
            FROM ledger_entries ORDER BY account_id, seq DESC) AS last
   WHERE a.id = last.account_id`;
const HOURS = `
  INSERT INTO ledger_hours (merchant_id, account_id, kind, is_credit, hour, entries, amount_cents, entries_before, amount_before_cents)
  SELECT counted.*, coalesce(sum(entries) OVER earlier, 0), coalesce(sum(cents) OVER earlier, 0)
    FROM (SELECT merchant_id, account_id, kind, is_credit, date_trunc('hour', posted_at, 'UTC') AS hour,
                 count(*) AS entries, sum(amount_cents) AS cents
            FROM ledger_entries GROUP BY 1, 2, 3, 4, 5) AS counted
  WINDOW earlier AS (PARTITION BY account_id, kind, is_credit ORDER BY hour ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)`;

describe('the rules of the books between two whole readings', () => {
  const service = useService();
  let worker: INestApplicationContext;
  beforeAll(async () => {
    worker = await startTasks(service.config);
  });
  afterAll(() => worker.close());

  /** A book of so many lines, in the place of the one before; a reading like a click's, and a whole one. */
  async function measured(lines: number) {
    const { id: merchantId } = await service.merchant();
    const wallets = Array.from({ length: WALLETS }, () => randomUUID());
    await fill(merchantId, wallets, lines);
    const begun = performance.now();
    await worker.get(VerifyLedgerTask).run();
    const seconds = (performance.now() - begun) / 1_000;
    const since = new Date(Date.now() - 60_000);
    await post(merchantId, wallets.slice(0, POSTED_SINCE));
    const live = await read(since);
    const whole = await read(null);
    sayMeasured(
      `${lines} lines, verified in ${seconds.toFixed(1)} s; live ${live.said}; whole ${whole.said}`,
    );
    expect([live.broken, whole.broken]).toEqual([0, 0]);
    return { live, whole };
  }

  async function fill(merchantId: string, wallets: readonly string[], lines: number): Promise<void> {
    const accounts = wallets.map((wallet) => walletAccount(wallet, 'available'));
    const ids = accounts.map((account) => accountId(merchantId, account));
    const own = accountId(merchantId, cash);
    const named = [...accounts, cash].map((account) => [accountId(merchantId, account), account] as const);
    const owner = new Client({ connectionString: service.config.database.url });
    await owner.connect();
    try {
      await owner.query('BEGIN');
      for (const table of TABLES) await owner.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
      await owner.query(`TRUNCATE ${TABLES.join(', ')}, ledger_verified`);
      await owner.query(`UPDATE ledger_verification SET hour = '-infinity'`);
      await owner.query('COMMIT');
      await service.api
        .get(TxRunner)
        .run((tx) => service.api.get(LedgerRepository).insertAccounts(tx, merchantId, new Map(named)));
      await owner.query('BEGIN');
      await owner.query(TRANSACTIONS, [merchantId, ids, own, lines / 2]);
      for (const statement of [ENTRIES, ACCOUNTS, HOURS]) await owner.query(statement);
      for (const table of TABLES) {
        await owner.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
        await owner.query(`ALTER TABLE ${table} ENABLE ALWAYS TRIGGER tr_${table}_append_only`);
      }
      await owner.query('COMMIT');
      await owner.query(`VACUUM ANALYZE ${TABLES.join(', ')}`);
    } finally {
      await owner.end();
    }
  }

  async function post(merchantId: string, wallets: readonly string[]): Promise<void> {
    const play = new LedgerPlay(service);
    for (const wallet of wallets) {
      const { refusal } = await play.post([
        {
          ...{ merchantId, reference: `now:${wallet}`, kind: 'capture', occurredAt: new Date() },
          resource: { type: 'charge', id: randomUUID() },
          lines: [
            { account: cash, amountCents: -100 },
            { account: walletAccount(wallet, 'available'), amountCents: 100 },
          ],
        },
      ]);
      expect(refusal).toBeNull();
    }
    await play.drain(merchantId);
  }

  async function read(since: Date | null) {
    const verification = worker.get(VerificationRepository);
    let [rows, broken, ms] = [0, 0, 0];
    let longest = { rows: 0, name: '' };
    for (const rule of ledgerInvariants) {
      const begun = performance.now();
      const { rowsChecked, brokenCount } = await verification.read(rule, since);
      ms += performance.now() - begun;
      rows += rowsChecked;
      broken += brokenCount;
      if (rowsChecked > longest.rows) longest = { rows: rowsChecked, name: rule.name };
    }
    const said = `${rows} rows in ${ms.toFixed(0)} ms (most of them: ${longest.rows}, ${longest.name})`;
    return { rows, broken, said };
  }

  it(`read as much at ${LARGE} lines as at ${SMALL}`, async () => {
    const small = await measured(SMALL);
    const large = await measured(LARGE);
    // Rows do not depend on what else the machine does. What a whole reading takes shows what could have grown.
    expect(large.live.rows).toBeLessThan(2 * small.live.rows);
    expect(large.whole.rows).toBeGreaterThan((LARGE / SMALL / 4) * small.whole.rows);
  });
});
