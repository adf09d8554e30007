import { changedSince, type Invariant } from '../common/invariants';
import { isBookComplete } from '../ledger';
import { debitsOf } from './reading/movement.repository';

/** What money is due from a provider because of, or no more. */
const CLEARED = `('payment', 'refund', 'dispute', 'dispute_return')`;

const DISPUTE = { merchantId: 't.merchant_id', id: 't.resource_id' };

const WAY = `CASE WHEN i.type IN ('refund', 'dispute', 'payout') THEN -1 ELSE 1 END`;

/** What an item's transaction moves in each account of the book, as its line and the books say it. */
const ITEMS = `
  SELECT i.*, coalesce('provider:' || i.provider || ':' || i.line_id, 'reconciliation:' || i.id) AS posted_as,
         CASE WHEN i.type IN ${CLEARED} THEN ${WAY} * coalesce(i.expected_cents, 0) ELSE 0 END AS clearing_cents,
         -coalesce(i.fee_cents, 0) AS costs_cents,
         ${WAY} * (coalesce(i.gross_cents, 0) - coalesce(i.expected_cents, 0)) AS suspense_cents
    FROM reconciliation_items i WHERE ${changedSince('i.updated_at')}`;

const postedTo = (account: string): string => `
  coalesce((SELECT sum(line.cents) FROM unnest(t.account_ids, t.amounts_cents) AS line (account_id, cents)
              JOIN ledger_accounts a ON a.merchant_id = t.merchant_id AND a.id = line.account_id AND a.name = ${account}), 0)`;

/** What must be true of reports and the books together (money contract §20, Invariants). */
export const reconciliationInvariants: readonly Invariant[] = [
  {
    name: 'what is due from a provider is what was captured, less what was refunded, disputed and reported',
    sql: `SELECT merchant_id, provider, due.cents AS due_cents, movements.cents AS movement_cents
            FROM (SELECT a.merchant_id, substr(a.name, 10) AS provider,
                         -(a.posted_cents + coalesce(sum(w.amount_cents), 0)) AS cents
                    FROM ledger_accounts a
                    LEFT JOIN ledger_tail w ON w.merchant_id = a.merchant_id AND w.account_id = a.id
                   WHERE a.wallet_id IS NULL AND a.name LIKE 'clearing:%' GROUP BY a.merchant_id, a.id) due
            FULL JOIN (
              SELECT merchant_id, provider, sum(cents) AS cents
                FROM (SELECT c.merchant_id, p.adapter AS provider, c.amount_captured_cents - c.amount_refunded_cents AS cents
                        FROM charges c JOIN provider_accounts p ON p.id = c.provider_account_id
                       WHERE c.amount_captured_cents > 0
                      UNION ALL
                      SELECT d.merchant_id, p.adapter, -d.debited_cents
                        FROM disputes d JOIN provider_accounts p ON p.id = d.provider_account_id
                      UNION ALL
                      SELECT i.merchant_id, i.provider, -${WAY} * i.expected_cents
                        FROM reconciliation_items i
                       WHERE i.posted_at IS NOT NULL AND i.type IN ${CLEARED}) each
               GROUP BY merchant_id, provider) movements USING (merchant_id, provider)
           WHERE coalesce(due.cents, 0) <> coalesce(movements.cents, 0)
             AND ${isBookComplete('coalesce(due.merchant_id, movements.merchant_id)')}`,
  },
  {
    name: 'a line that agrees with the books is posted as it was told, and one that differs when it is resolved',
    sql: `SELECT i.id, i.merchant_id, i.status, i.posted_as, t.id AS transaction_id
            FROM (${ITEMS}) i
            LEFT JOIN ledger_transactions t ON t.merchant_id = i.merchant_id AND t.reference = i.posted_as
           WHERE (i.posted_at IS NULL) <> (t.id IS NULL)
              OR t.id IS NULL AND (i.status = 'matched' OR i.resolution = 'adjust')
                 AND (i.clearing_cents <> 0 OR i.costs_cents <> 0 OR i.suspense_cents <> 0)
              OR t.id IS NOT NULL AND (t.kind <> 'provider_report'
                 OR ${postedTo(`'clearing:' || i.provider`)} <> i.clearing_cents
                 OR ${postedTo(`'costs:' || i.provider`)} <> i.costs_cents
                 OR ${postedTo(`'suspense'`)} <> i.suspense_cents
                 OR ${postedTo(`'cash:' || i.provider`)} <> -i.clearing_cents - i.costs_cents - i.suspense_cents)`,
  },
  {
    name: 'no transaction of a report is without its line',
    sql: `SELECT t.merchant_id, t.id AS transaction_id, t.reference FROM ledger_transactions t
           WHERE (t.kind = 'provider_report' OR t.reference LIKE 'provider:%') AND ${changedSince('t.recorded_at')}
             AND NOT EXISTS (SELECT 1 FROM reconciliation_items i
                              WHERE i.id = t.resource_id AND i.merchant_id = t.merchant_id AND i.posted_at IS NOT NULL
                                AND t.reference = coalesce('provider:' || i.provider || ':' || i.line_id,
                                                           'reconciliation:' || i.id))`,
  },
  {
    name: 'what happened is reported once, whole or by its instalments, and never as more than it was',
    sql: `SELECT i.merchant_id, i.cause_id, count(*) AS items, sum(i.expected_cents) AS expected_cents
            FROM reconciliation_items i
            LEFT JOIN ledger_transactions t ON t.merchant_id = i.merchant_id AND t.id = i.cause_id
            LEFT JOIN ledger_accounts a ON a.merchant_id = i.merchant_id AND a.wallet_id IS NULL
             AND a.name = CASE WHEN i.type LIKE 'payout%' THEN 'cash:' ELSE 'clearing:' END || i.provider
           WHERE i.cause_id IS NOT NULL AND ${changedSince('i.updated_at')}
           GROUP BY i.merchant_id, i.cause_id
          HAVING count(*) FILTER (WHERE i.installment IS NULL) > 1
              OR count(*) FILTER (WHERE i.installment IS NULL) = 1 AND count(*) > 1
              OR sum(i.expected_cents) > max(CASE i.type
                   WHEN 'dispute' THEN (SELECT sum(cents) FROM (${debitsOf(DISPUTE, `'clearing:' || i.provider`)}) each)
                   ELSE abs(t.amounts_cents[array_position(t.account_ids, a.id)]) END)`,
  },
];
