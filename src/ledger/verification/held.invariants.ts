import type { Invariant } from '../../common/invariants';
import type { WalletAccountName } from '../accounts.rules';
import { CHANGED_WALLETS } from './entry.invariants';

/**
 * What wallets hold in an account is the sum of what it is held for. Between whole readings only wallets are compared that
 * something was posted to: each by its own records, whatever there is of others.
 * @param records each a SELECT of `merchant_id, wallet_id, cents` of what is held
 */
export function heldRule(name: string, account: WalletAccountName, ...records: readonly string[]): Invariant {
  const sums = (condition: string): string => `
    SELECT merchant_id, wallet_id, held.cents AS held_cents, recorded.cents AS recorded_cents
      FROM (SELECT a.merchant_id, a.wallet_id, a.posted_cents + coalesce(sum(w.amount_cents), 0) AS cents
              FROM (SELECT * FROM ledger_accounts WHERE name = '${account}' AND ${condition}) a
              LEFT JOIN ledger_tail w ON w.merchant_id = a.merchant_id AND w.account_id = a.id
             GROUP BY a.merchant_id, a.id, a.wallet_id, a.posted_cents) held
      FULL JOIN (SELECT merchant_id, wallet_id, sum(cents) AS cents
                   FROM (${records.join(' UNION ALL ')}) record WHERE ${condition}
                  GROUP BY merchant_id, wallet_id) recorded
        USING (merchant_id, wallet_id)
     WHERE coalesce(held.cents, 0) <> coalesce(recorded.cents, 0)`;
  return { name, sql: sums('true'), ahead: sums(`(merchant_id, wallet_id) IN (${CHANGED_WALLETS})`) };
}
