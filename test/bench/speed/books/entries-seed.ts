import { bookAccount, walletAccount } from '../../../../src/ledger';
import { accountId } from '../../../../src/ledger/accounts.rules';
import { LedgerRepository } from '../../../../src/ledger/ledger.repository';
import { TxRunner } from '../../../../src/database';
import { newId } from '../statement';
import type { Ground } from './ground';

/** The days over which entries are spread, the last of which has passed. */
export const SEED_DAYS = 360;
/** Of twenty entries one each leaves; of a thousand one is of a rare kind. */
const KINDS = `CASE WHEN n % 1000 = 999 THEN 'adjustment' WHEN n % 20 = 7 THEN 'withdrawal' WHEN n % 20 = 13 THEN 'refund'
                    ELSE 'settlement' END`;
const CENTS = `CASE WHEN n % 20 IN (7, 13) THEN -150 ELSE 100 END`;

/** `$1` the merchant, `$2` the wallet's account, `$3` the other one, `$4` how many. */
const TRANSACTIONS = (id: string): string => `
  INSERT INTO ledger_transactions
         (merchant_id, id, reference, kind, resource_type, resource_id, account_ids, amounts_cents, occurred_at, recorded_at)
  SELECT $1::uuid, ${id}, 'bench:' || n, ${KINDS}, 'charge', gen_random_uuid(),
         ARRAY[least($2::uuid, $3::uuid), greatest($2::uuid, $3::uuid)],
         CASE WHEN $2::uuid < $3::uuid THEN ARRAY[cents, -cents] ELSE ARRAY[-cents, cents] END, moment, moment
    FROM generate_series(1, $4::integer) AS n
   CROSS JOIN LATERAL (SELECT ${CENTS} AS cents,
                              date_trunc('hour', now()) - interval '1 day'
                                - interval '${SEED_DAYS} days' * (1 - n::float8 / $4) AS moment) AS at`;
/** In the order of the transactions, each account by itself. */
const ENTRIES = `
  INSERT INTO ledger_entries
         (merchant_id, account_id, seq, transaction_id, kind, amount_cents, balance_cents, posted_at, kind_seq)
  SELECT merchant_id, account_id, seq, id, kind, cents, sum(cents) OVER (PARTITION BY account_id ORDER BY seq), recorded_at,
         row_number() OVER (PARTITION BY account_id, kind, cents > 0 ORDER BY seq)
    FROM (SELECT t.merchant_id, t.id, t.kind, t.recorded_at, line.account_id, line.cents,
                 split_part(t.reference, ':', 2)::bigint AS seq
            FROM ledger_transactions AS t
           CROSS JOIN LATERAL unnest(t.account_ids, t.amounts_cents) AS line (account_id, cents)
           WHERE t.merchant_id = $1) AS placed
   ORDER BY seq`;
const ACCOUNTS = `
  UPDATE ledger_accounts AS a SET seq = last.seq, posted_cents = last.balance_cents, posted_at = last.posted_at
    FROM ledger_accounts AS own
   CROSS JOIN LATERAL (SELECT seq, balance_cents, posted_at FROM ledger_entries
                        WHERE merchant_id = own.merchant_id AND account_id = own.id ORDER BY seq DESC LIMIT 1) AS last
   WHERE own.merchant_id = $1 AND a.merchant_id = own.merchant_id AND a.id = own.id`;
const HOURS = `
  INSERT INTO ledger_hours
         (merchant_id, account_id, kind, is_credit, hour, entries, amount_cents, entries_before, amount_before_cents)
  SELECT counted.*, coalesce(sum(entries) OVER earlier, 0), coalesce(sum(cents) OVER earlier, 0)
    FROM (SELECT merchant_id, account_id, kind, is_credit, date_trunc('hour', posted_at, 'UTC') AS hour,
                 count(*) AS entries, sum(amount_cents) AS cents
            FROM ledger_entries WHERE merchant_id = $1 GROUP BY 1, 2, 3, 4, 5) AS counted
  WINDOW earlier AS (PARTITION BY account_id, kind, is_credit ORDER BY hour ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)`;

/** Fills what is available in a merchant's own wallet past the product, set by set: it would take hours to post as many. */
export async function fillEntries(ground: Ground, merchantId: string, count: number): Promise<void> {
  const accounts = [walletAccount(merchantId, 'available'), bookAccount('cash:sandbox')];
  const named = accounts.map((account) => [accountId(merchantId, account), account] as const);
  await ground
    .get(TxRunner)
    .run((tx) => ground.get(LedgerRepository).insertAccounts(tx, merchantId, new Map(named)));
  const ids = named.map(([id]) => id);
  await ground.plant(TRANSACTIONS(await newId(ground.installation)), [merchantId, ...ids, count]);
  for (const statement of [ENTRIES, ACCOUNTS, HOURS]) await ground.plant(statement, [merchantId]);
}
