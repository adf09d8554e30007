import { changedSince, type Invariant } from '../common/invariants';

/** What each wallet holds in an account, what waits included. */
const HELD = (name: string): string => `
  SELECT a.merchant_id, a.wallet_id, a.posted_cents + coalesce(sum(w.amount_cents), 0) AS cents
    FROM ledger_accounts a
    LEFT JOIN ledger_tail w ON w.merchant_id = a.merchant_id AND w.account_id = a.id
   WHERE a.name = '${name}'
   GROUP BY a.merchant_id, a.id`;

/** What must be true of receivables and the books together (money contract §20, Invariants). */
export const receivableInvariants: readonly Invariant[] = [
  {
    name: 'what a wallet waits for is the net of its open receivables',
    sql: `SELECT merchant_id, wallet_id, held.cents AS held_cents, open.cents AS open_cents
            FROM (${HELD('waiting_funds')}) held
            FULL JOIN (SELECT merchant_id, wallet_id, sum(amount_cents - fee_cents - reversed_cents) AS cents
                         FROM receivables WHERE status = 'waiting_funds' GROUP BY merchant_id, wallet_id) open
              USING (merchant_id, wallet_id)
           WHERE coalesce(held.cents, 0) <> coalesce(open.cents, 0)`,
  },
  {
    name: 'what a wallet holds in reserve is what its reserves still hold',
    sql: `SELECT merchant_id, wallet_id, held.cents AS held_cents, kept.cents AS kept_cents
            FROM (${HELD('reserve')}) held
            FULL JOIN (SELECT merchant_id, wallet_id, sum(left_cents) AS cents
                         FROM reserves WHERE left_cents > 0 GROUP BY merchant_id, wallet_id) kept
              USING (merchant_id, wallet_id)
           WHERE coalesce(held.cents, 0) <> coalesce(kept.cents, 0)`,
  },
  {
    name: 'the receivables of a recipient sum to its captured part and to its fee, as far as that is no debt',
    sql: `SELECT s.merchant_id, s.charge_id, s.recipient_id, s.captured_cents, s.fee_cents,
                 sum(r.amount_cents) AS amount_cents, sum(r.fee_cents) AS receivable_fee_cents
            FROM charges c
            JOIN charge_splits s ON s.merchant_id = c.merchant_id AND s.charge_id = c.id
            LEFT JOIN receivables r
              ON r.merchant_id = s.merchant_id AND r.charge_id = s.charge_id AND r.wallet_id = s.recipient_id
           WHERE ${changedSince('c.updated_at')}
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
                        WHERE kind = 'capture' AND ${changedSince('recorded_at')}) posted
              USING (merchant_id, charge_id)
           WHERE (charge.amount_captured_cents IS NULL OR posted.transaction_id IS NULL)
             AND NOT EXISTS (SELECT 1 FROM charges c WHERE c.merchant_id = posted.merchant_id
                                AND c.id = posted.charge_id AND c.amount_captured_cents > 0)
             AND NOT EXISTS (SELECT 1 FROM ledger_transactions t WHERE t.merchant_id = charge.merchant_id
                                AND t.reference = 'charge:' || charge.charge_id || ':captured')`,
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
             AND (r.count > s.count OR (t.id IS NULL) <> (s.amount_cents = 0))`,
  },
];
