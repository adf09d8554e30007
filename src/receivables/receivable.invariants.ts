import { changedSince, type Invariant } from '../common/invariants';
import { heldRule, isBookComplete } from '../ledger';

/** Transactions that take from a debt and have records of it; whatever else moves one has its transaction alone. */
const RECORDED = `t.reference LIKE ANY ('{charge:%,refund:%,dispute:%}')`;

/** What must be true of receivables and the books together (money contract §20, Invariants). */
export const receivableInvariants: readonly Invariant[] = [
  heldRule(
    'what a wallet waits for is the net of its open receivables',
    'waiting_funds',
    `SELECT merchant_id, wallet_id, amount_cents - fee_cents - reversed_cents AS cents
       FROM receivables WHERE status = 'waiting_funds'`,
  ),
  heldRule(
    'what a wallet holds in reserve is what its reserves still hold',
    'reserve',
    'SELECT merchant_id, wallet_id, left_cents AS cents FROM reserves WHERE left_cents > 0',
  ),
  heldRule(
    'what a wallet owes is what fees, refunds and disputes took from its debt, less what paid it',
    'debt',
    `SELECT s.merchant_id, s.recipient_id AS wallet_id, s.captured_cents - s.fee_cents AS cents
       FROM charge_splits s WHERE s.fee_cents > s.captured_cents`,
    `SELECT s.merchant_id, s.wallet_id, -s.amount_cents AS cents
       FROM refunds r
       JOIN refund_sources s ON s.merchant_id = r.merchant_id AND s.refund_id = r.id AND s.source = 'debt'
      WHERE r.status <> 'failed'`,
    `SELECT merchant_id, wallet_id, -amount_cents AS cents FROM dispute_sources WHERE source = 'debt'`,
    `SELECT a.merchant_id, a.wallet_id, line.amount_cents AS cents
       FROM ledger_accounts a
       JOIN (SELECT merchant_id, account_id, transaction_id, amount_cents FROM ledger_entries
             UNION ALL SELECT merchant_id, account_id, transaction_id, amount_cents FROM ledger_tail) line
         ON line.merchant_id = a.merchant_id AND line.account_id = a.id
       JOIN ledger_transactions t ON t.merchant_id = line.merchant_id AND t.id = line.transaction_id AND NOT ${RECORDED}
      WHERE a.name = 'debt'`,
  ),
  {
    name: 'no transaction of a refund, a settlement, a reserve or a recovery is without its cause',
    sql: `SELECT t.merchant_id, t.id AS transaction_id, t.kind, t.reference FROM ledger_transactions t
           WHERE (t.kind IN ('refund', 'settlement', 'reserve_release', 'recovery')
                  OR t.reference LIKE ANY ('{refund:%,settlement:%,reserve:%,recovery:%}'))
             AND ${changedSince('t.recorded_at')}
             AND NOT CASE t.kind
                   WHEN 'refund' THEN EXISTS (
                     SELECT 1 FROM refunds r CROSS JOIN unnest('{held,released,settled}'::text[]) AS what
                      WHERE r.merchant_id = t.merchant_id AND r.id = t.resource_id
                        AND t.reference = 'refund:' || r.id || ':' || what)
                   WHEN 'settlement' THEN EXISTS (
                     SELECT 1 FROM settlements s
                      WHERE s.merchant_id = t.merchant_id AND s.id = t.resource_id AND t.reference = 'settlement:' || s.id)
                   WHEN 'reserve_release' THEN EXISTS (
                     SELECT 1 FROM reserves v
                      WHERE v.merchant_id = t.merchant_id AND v.id = t.resource_id AND t.reference = 'reserve:' || v.id || ':released')
                   WHEN 'recovery' THEN t.resource_type = 'wallet' AND t.reference LIKE 'recovery:%' AND 2 = (
                     SELECT count(*) FROM ledger_accounts a
                      WHERE a.merchant_id = t.merchant_id AND a.wallet_id = t.resource_id
                        AND a.name IN ('available', 'debt') AND a.id = ANY (t.account_ids))
                   ELSE false END`,
  },
  {
    name: 'the receivables of a recipient sum to its captured part and to its fee, as far as that is no debt',
    sql: `SELECT s.merchant_id, s.charge_id, s.recipient_id, s.captured_cents, s.fee_cents,
                 sum(r.amount_cents) AS amount_cents, sum(r.fee_cents) AS receivable_fee_cents
            FROM charges c
            JOIN charge_splits s ON s.merchant_id = c.merchant_id AND s.charge_id = c.id
            LEFT JOIN receivables r
              ON r.merchant_id = s.merchant_id AND r.charge_id = s.charge_id AND r.wallet_id = s.recipient_id
           WHERE ${changedSince('c.updated_at')} AND ${isBookComplete('c.merchant_id')}
           GROUP BY s.merchant_id, s.charge_id, s.position
          HAVING (coalesce(sum(r.amount_cents), 0), coalesce(sum(r.fee_cents), 0))
                 IS DISTINCT FROM (s.captured_cents::numeric, least(coalesce(s.fee_cents, 0), s.captured_cents)::numeric)`,
  },
  {
    name: 'every captured charge has its transaction, and no capture is posted without its charge',
    sql: `SELECT merchant_id, charge_id, amount_captured_cents, transaction_id
            FROM (SELECT merchant_id, id AS charge_id, amount_captured_cents FROM charges
                   WHERE amount_captured_cents > 0 AND ${changedSince('updated_at')}) charge
            FULL JOIN (SELECT merchant_id, resource_id AS charge_id, id AS transaction_id FROM ledger_transactions
                        WHERE reference = 'charge:' || resource_id || ':captured' AND ${changedSince('recorded_at')}) posted
              USING (merchant_id, charge_id)
           WHERE (charge.amount_captured_cents IS NULL OR posted.transaction_id IS NULL)
             AND NOT EXISTS (SELECT 1 FROM charges c WHERE c.merchant_id = posted.merchant_id
                                AND c.id = posted.charge_id AND c.amount_captured_cents > 0)
             AND NOT EXISTS (SELECT 1 FROM ledger_transactions t WHERE t.merchant_id = charge.merchant_id
                                AND t.reference = 'charge:' || charge.charge_id || ':captured')
             AND (charge.merchant_id IS NULL OR ${isBookComplete('charge.merchant_id')})`,
  },
  heldRule(
    'what a wallet has on its way is what is held for refunds and withdrawals that have no outcome yet',
    'in_transit',
    `SELECT s.merchant_id, s.wallet_id, s.amount_cents AS cents
       FROM refunds r
       JOIN refund_sources s ON s.merchant_id = r.merchant_id AND s.refund_id = r.id
      WHERE r.status = 'pending'`,
    `SELECT merchant_id, wallet_id, amount_cents + fee_cents AS cents FROM withdrawals
      WHERE status IN ('under_review', 'pending', 'processing')`,
  ),
  {
    name: 'the sources of a refund sum to it, and its transactions say what became of it',
    sql: `SELECT r.merchant_id, r.id, r.status, r.amount_cents, from_where.cents AS source_cents, posted.references
            FROM refunds r
            CROSS JOIN LATERAL (SELECT coalesce(sum(amount_cents), 0) AS cents FROM refund_sources
                                 WHERE merchant_id = r.merchant_id AND refund_id = r.id) from_where
            CROSS JOIN LATERAL (SELECT coalesce(array_agg(what ORDER BY what), '{}') AS references
                                  FROM unnest(ARRAY['held', 'released', 'settled']) AS what
                                  JOIN ledger_transactions t
                                    ON t.merchant_id = r.merchant_id AND t.reference = 'refund:' || r.id || ':' || what) posted
           WHERE ${changedSince('greatest(r.created_at, r.settled_at)')} AND ${isBookComplete('r.merchant_id')}
             AND (from_where.cents <> r.amount_cents OR posted.references IS DISTINCT FROM CASE r.status
                    WHEN 'pending' THEN ARRAY['held'] WHEN 'succeeded' THEN ARRAY['held', 'settled']
                    ELSE ARRAY['held', 'released'] END)`,
  },
  {
    name: 'what was taken from a receivable is what refunds that did not fail and disputes take from it',
    sql: `SELECT v.merchant_id, v.id, v.reversed_cents, taken.cents AS taken_cents
            FROM receivables v
            CROSS JOIN LATERAL (
              SELECT coalesce(sum(amount_cents), 0) AS cents
                FROM (SELECT s.amount_cents FROM refund_sources s
                        JOIN refunds r ON r.merchant_id = s.merchant_id AND r.id = s.refund_id AND r.status <> 'failed'
                       WHERE s.merchant_id = v.merchant_id AND s.receivable_id = v.id
                      UNION ALL
                      SELECT amount_cents FROM dispute_sources
                       WHERE merchant_id = v.merchant_id AND receivable_id = v.id
                         AND returned_to IS DISTINCT FROM 'receivable') part) taken
           WHERE ${changedSince('v.updated_at')} AND taken.cents <> v.reversed_cents`,
  },
  {
    name: 'a reserve holds what disputes did not take from it, until all of that is released',
    sql: `SELECT v.merchant_id, v.id, v.amount_cents, v.left_cents, taken.cents AS taken_cents, t.id AS transaction_id
            FROM reserves v
            CROSS JOIN LATERAL (SELECT coalesce(sum(amount_cents), 0) AS cents FROM dispute_sources
                                 WHERE merchant_id = v.merchant_id AND reserve_id = v.id) taken
            LEFT JOIN ledger_transactions t ON t.merchant_id = v.merchant_id AND t.reference = 'reserve:' || v.id || ':released'
           WHERE (v.released_at IS NULL) <> (t.id IS NULL)
              OR CASE WHEN t.id IS NULL THEN v.left_cents <> v.amount_cents - taken.cents
                      ELSE abs(t.amounts_cents[1]) <> v.amount_cents - taken.cents END`,
  },
  {
    name: 'a settlement is the sum of its receivables, and is posted',
    sql: `SELECT s.merchant_id, s.id, s.count, s.amount_cents, r.count AS receivables, t.reference
            FROM settlements s
            CROSS JOIN LATERAL (SELECT count(*) AS count FROM receivables
                                 WHERE merchant_id = s.merchant_id AND settlement_id = s.id) r
            LEFT JOIN ledger_transactions t
              ON t.merchant_id = s.merchant_id AND t.reference = 'settlement:' || s.id
           WHERE ${changedSince('s.created_at')}
             AND (r.count > s.count OR (t.id IS NULL) <> (s.amount_cents = 0)
                  OR t.amounts_cents[1] NOT IN (-s.amount_cents, s.amount_cents - s.reserve_cents, s.reserve_cents))`,
  },
];
