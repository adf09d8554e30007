import { randomUUID } from 'node:crypto';
import { bookAccount, walletAccount } from '../../../../src/ledger';
import { accountId } from '../../../../src/ledger/accounts.rules';
import { LedgerRepository } from '../../../../src/ledger/ledger.repository';
import { TxRunner } from '../../../../src/database';
import { newId } from '../statement';
import type { Ground } from './ground';

/** Wallets and what waits in each. */
export interface Due {
  readonly wallets: number;
  readonly each: number;
}

const NET_CENTS = 970;
/** Of one transaction, which has another line for the book's own account. */
const WALLETS_AT_ONCE = 400;

const RECEIVABLES = (id: string): string => `
  INSERT INTO receivables
         (merchant_id, id, wallet_id, charge_id, payment_method, installment, installments, amount_cents, fee_cents, status,
          due_date, original_due_date, captured_at, created_at, updated_at)
  SELECT $1::uuid, ${id}, wallet.id, gen_random_uuid(), 'boleto', 1, 1, 1000, ${1_000 - NET_CENTS}, 'waiting_funds',
         $4::date, $4::date, $4::date - 2, $4::date - 2, $4::date - 2
    FROM generate_series(1, $3::integer) AS n CROSS JOIN unnest($2::uuid[]) AS wallet (id)
   ORDER BY n`;
/** As captures post them: what waits comes from the provider. The triggers of the product give the lines their places. */
const POSTING = (id: string): string => `
  INSERT INTO ledger_transactions
         (merchant_id, id, reference, kind, resource_type, resource_id, account_ids, amounts_cents, occurred_at)
  SELECT $1::uuid, ${id}, 'bench:' || gen_random_uuid(), 'capture', 'charge', gen_random_uuid(),
         array_agg(line.account_id ORDER BY line.account_id), array_agg(line.cents ORDER BY line.account_id), now()
    FROM unnest($2::uuid[], $3::bigint[]) AS line (account_id, cents)`;

/** A merchant whose wallets wait for so many receivables, all due on this day. */
export async function fillReceivables(ground: Ground, { wallets, each }: Due, day: string): Promise<string> {
  const { installation } = ground;
  const { id: merchantId } = await installation.merchant();
  const walletIds = Array.from({ length: wallets }, () => randomUUID());
  const clearing = bookAccount('clearing:sandbox');
  const refs = walletIds.flatMap((id) => [
    walletAccount(id, 'waiting_funds'),
    walletAccount(id, 'available'),
  ]);
  const named = [clearing, ...refs].map((ref) => [accountId(merchantId, ref), ref] as const);
  const [transactions, ledger] = [ground.get(TxRunner), ground.get(LedgerRepository)];
  await transactions.run((tx) => ledger.insertAccounts(tx, merchantId, new Map(named)));
  const idSql = await newId(installation);
  await ground.plant(RECEIVABLES(idSql), [merchantId, walletIds, each, day]);
  for (let first = 0; first < wallets; first += WALLETS_AT_ONCE) {
    const some = walletIds.slice(first, first + WALLETS_AT_ONCE);
    const accounts = some.map((id) => accountId(merchantId, walletAccount(id, 'waiting_funds')));
    const cents = some.map(() => each * NET_CENTS);
    const all = [...cents, -some.length * each * NET_CENTS];
    await installation.query(POSTING(idSql), [
      merchantId,
      [...accounts, accountId(merchantId, clearing)],
      all,
    ]);
  }
  return merchantId;
}

/**
 * What settling writes, set by set in one statement and through the triggers of the product: settlements, their receivables,
 * the books and the events. `$1` the merchant, `$2` the day; `model` is an event that the product wrote.
 */
export function settledAtOnce(idSql: string): string {
  return `
  WITH due AS MATERIALIZED (
    SELECT ${idSql} AS id, ${idSql} AS transaction_id, ${idSql} AS event_id, wallet_id, count(*) AS count,
           sum(amount_cents - fee_cents - reversed_cents)::bigint AS cents
      FROM receivables WHERE merchant_id = $1 AND status = 'waiting_funds' AND due_date <= $2::date GROUP BY wallet_id),
  made AS (
    INSERT INTO settlements (merchant_id, id, wallet_id, due_date, count, amount_cents, reserve_cents, created_at)
    SELECT $1, id, wallet_id, $2::date, count, cents, 0, now() FROM due),
  settled AS (
    UPDATE receivables AS row
       SET status = 'settled', settled_at = now(), settlement_id = due.id, version = row.version + 1, updated_at = now()
      FROM due
     WHERE row.merchant_id = $1 AND row.wallet_id = due.wallet_id AND row.status = 'waiting_funds' AND row.due_date <= $2::date),
  told AS (
    INSERT INTO outbox_events (id, type, merchant_id, resource_id, payload, occurred_at)
    SELECT due.event_id, model.type, $1, due.id, replace(model.payload, model.resource_id::text, due.id::text), now()
      FROM due CROSS JOIN (SELECT * FROM outbox_events WHERE type = 'settlement.completed' LIMIT 1) AS model)
  INSERT INTO ledger_transactions
         (merchant_id, id, reference, kind, resource_type, resource_id, account_ids, amounts_cents, occurred_at)
  SELECT $1, due.transaction_id, 'settlement:' || due.id, 'settlement', 'settlement', due.id, line.account_ids, line.cents, now()
    FROM due
   CROSS JOIN LATERAL (
     SELECT array_agg(account.id ORDER BY account.id) AS account_ids,
            array_agg(CASE account.name WHEN 'available' THEN due.cents ELSE -due.cents END ORDER BY account.id) AS cents
       FROM ledger_accounts AS account
      WHERE account.merchant_id = $1 AND account.wallet_id = due.wallet_id) AS line`;
}
