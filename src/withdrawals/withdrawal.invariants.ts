import { changedSince, type Invariant } from '../common/invariants';
import { lastEvents } from '../common/outbox';

/** How the references of the transactions of a withdrawal end, but of its returns; each is looked up by the whole of it. */
const ENDS = `'{held,paid,released}'::text[]`;

/** The returns of a withdrawal by the ends of their references. */
const RETURNS = `(SELECT 'return:' || number AS what FROM withdrawal_returns r
                   WHERE r.merchant_id = w.merchant_id AND r.withdrawal_id = w.id)`;

/** Signed cents that transactions of a withdrawal have brought to an account, by the ends of their references and the account's name. */
const brought = (ends: string, account: string): string => `
  (SELECT coalesce(sum(line.cents), 0) FROM ${ends} AS ends (what)
    JOIN ledger_transactions t ON t.merchant_id = w.merchant_id AND t.reference = 'withdrawal:' || w.id || ':' || what
    CROSS JOIN LATERAL unnest(t.account_ids, t.amounts_cents) AS line (account_id, cents)
    JOIN ledger_accounts a ON a.merchant_id = t.merchant_id AND a.id = line.account_id AND a.name LIKE '${account}'
     AND (a.wallet_id IS NULL OR a.wallet_id = w.wallet_id))`;

/** What must be true of withdrawals, the books and the providers together (money contract §§ 15 and 20). */
export const withdrawalInvariants: readonly Invariant[] = [
  {
    name: 'the transactions of a withdrawal say what became of it, to the cent',
    sql: `SELECT w.merchant_id, w.id AS withdrawal_id, w.status, posted.references
            FROM withdrawals w
            CROSS JOIN LATERAL (SELECT coalesce(array_agg(what ORDER BY what), '{}') AS references
                                  FROM unnest(${ENDS}) AS what
                                  JOIN ledger_transactions t ON t.merchant_id = w.merchant_id
                                   AND t.reference = 'withdrawal:' || w.id || ':' || what) posted
           WHERE ${changedSince('w.updated_at')}
             AND (posted.references <> CASE
                    WHEN w.status IN ('failed', 'cancelled') THEN ARRAY['held', 'released']
                    WHEN w.status IN ('under_review', 'pending', 'processing') THEN ARRAY['held'] ELSE ARRAY['held', 'paid'] END
                  OR ${brought("(VALUES ('held'))", 'in_transit')} <> w.amount_cents + w.fee_cents
                  OR w.paid_at IS NOT NULL AND (${brought("(VALUES ('paid'))", 'cash:%')} <> w.amount_cents
                     OR ${brought("(VALUES ('paid'))", 'fees:withdrawal')} <> w.fee_cents)
                  OR ${brought(RETURNS, 'available')} <> w.returned_cents)`,
  },
  {
    name: 'no transaction of a withdrawal is without its withdrawal',
    sql: `SELECT t.merchant_id, t.id AS transaction_id, t.reference FROM ledger_transactions t
           WHERE t.reference LIKE 'withdrawal:%' AND ${changedSince('t.recorded_at')}
             AND NOT EXISTS (SELECT 1 FROM withdrawals w
                              CROSS JOIN LATERAL (SELECT unnest(${ENDS}) UNION ALL ${RETURNS}) AS ends (what)
                              WHERE w.merchant_id = t.merchant_id AND w.id = t.resource_id
                                AND t.reference = 'withdrawal:' || w.id || ':' || what)`,
  },
  {
    name: 'the returns of a withdrawal sum to what came back, each posted once',
    sql: `SELECT w.merchant_id, w.id AS withdrawal_id, w.returned_cents, back.cents, back.posted
            FROM withdrawals w
            CROSS JOIN LATERAL (
              SELECT coalesce(sum(r.amount_cents), 0) AS cents, count(*) AS returns, count(t.id) AS posted
                FROM withdrawal_returns r
                LEFT JOIN ledger_transactions t ON t.merchant_id = r.merchant_id
                 AND t.reference = 'withdrawal:' || r.withdrawal_id || ':return:' || r.number
               WHERE r.merchant_id = w.merchant_id AND r.withdrawal_id = w.id) back
           WHERE ${changedSince('w.updated_at')} AND (back.cents <> w.returned_cents OR back.returns <> back.posted)`,
  },
  {
    name: 'a withdrawal is with its provider while that is asked, and was paid once',
    sql: `SELECT w.merchant_id, w.id AS withdrawal_id, w.status, asked.open, asked.succeeded
            FROM withdrawals w
            CROSS JOIN LATERAL (SELECT count(*) FILTER (WHERE status = 'pending') AS open,
                                       count(*) FILTER (WHERE status = 'succeeded') AS succeeded
                                  FROM provider_calls
                                 WHERE merchant_id = w.merchant_id AND subject_id = w.id AND subject_type = 'withdrawal') asked
           WHERE ${changedSince('w.updated_at')}
             AND (asked.open <> (w.status = 'processing')::int OR asked.succeeded <> (w.paid_at IS NOT NULL)::int)`,
  },
  {
    name: 'money goes to a destination of the wallet that it leaves',
    sql: `SELECT w.merchant_id, w.id AS withdrawal_id, w.wallet_id, d.wallet_id AS destination_wallet_id
            FROM withdrawals w
            JOIN destinations d ON d.merchant_id = w.merchant_id AND d.id = w.destination_id
           WHERE ${changedSince('w.updated_at')}
             AND (d.wallet_id <> w.wallet_id OR w.paid_at IS NOT NULL AND d.activated_at IS NULL)`,
  },
  {
    name: 'a withdrawal is as its last event told it',
    sql: `SELECT w.merchant_id, w.id AS withdrawal_id, w.status, told.type
            FROM withdrawals w
            JOIN ${lastEvents('withdrawal')} told ON told.merchant_id = w.merchant_id AND told.resource_id = w.id
           WHERE ${changedSince('w.updated_at')}
             AND (told.type <> 'withdrawal.' || w.status OR told.frozen ->> 'status' <> w.status
                  OR (told.frozen ->> 'amount', told.frozen ->> 'fee', told.frozen ->> 'amount_returned')
                     IS DISTINCT FROM (w.amount_cents::text, w.fee_cents::text, w.returned_cents::text))`,
  },
];
