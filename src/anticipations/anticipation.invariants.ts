import { changedSince, type Invariant } from '../common/invariants';
import { lastEvents } from '../common/outbox';

/** Signed cents that the transaction of an anticipation has brought to an account of its wallet, or of the book itself. */
const brought = (account: string): string => `
  (SELECT coalesce(sum(line.cents), 0) FROM ledger_transactions t
    CROSS JOIN LATERAL unnest(t.account_ids, t.amounts_cents) AS line (account_id, cents)
    JOIN ledger_accounts l ON l.merchant_id = t.merchant_id AND l.id = line.account_id AND l.name = '${account}'
     AND (l.wallet_id IS NULL OR l.wallet_id = a.wallet_id)
   WHERE t.merchant_id = a.merchant_id AND t.reference = 'anticipation:' || a.id || ':paid')`;

/** What must be true of anticipations, receivables and the books together (money contract §§ 16 and 20). */
export const anticipationInvariants: readonly Invariant[] = [
  {
    name: 'an anticipation is the sum of its receivables, each of which costs what its days do',
    sql: `SELECT a.merchant_id, a.id AS anticipation_id, a.status, a.amount_cents, a.fee_cents, sums.net_cents, sums.item_fee_cents, sums.wrong
            FROM anticipations a
            CROSS JOIN LATERAL (
              SELECT count(*) AS items, coalesce(sum(net_cents), 0) AS net_cents, coalesce(sum(fee_cents), 0) AS item_fee_cents,
                     count(*) FILTER (
                       WHERE days <> due_date - a.payment_date
                          OR 2 * abs(fee_cents * 30000000::numeric - net_cents::numeric * a.monthly_percentage_ppm * days) > 30000000
                     ) AS wrong
                FROM anticipation_items
               WHERE merchant_id = a.merchant_id AND anticipation_id = a.id AND state <> 'gone') sums
           WHERE ${changedSince('a.updated_at')}
             AND (sums.items <> a.count OR sums.net_cents <> a.amount_cents OR sums.item_fee_cents <> a.fee_cents OR sums.wrong > 0)`,
  },
  {
    name: 'a receivable waits in the anticipation that it is promised to, until that pays it once',
    sql: `SELECT i.merchant_id, i.anticipation_id, i.receivable_id, i.state, a.status, r.status AS receivable_status
            FROM anticipation_items i
            JOIN anticipations a ON a.merchant_id = i.merchant_id AND a.id = i.anticipation_id
            JOIN receivables r ON r.merchant_id = i.merchant_id AND r.id = i.receivable_id
           WHERE ${changedSince('greatest(a.updated_at, r.updated_at)')}
             AND (r.wallet_id = a.wallet_id AND CASE i.state
                    WHEN 'open' THEN a.status IN ('pending', 'approved') AND r.status = 'waiting_funds' AND r.anticipation_id = a.id
                      AND r.amount_cents - r.fee_cents - r.reversed_cents = i.net_cents
                    WHEN 'paid' THEN a.status = 'paid' AND r.status = 'anticipated' AND r.anticipation_id = a.id
                      AND r.anticipation_fee_cents = i.fee_cents
                    WHEN 'released' THEN a.status IN ('refused', 'cancelled') ELSE true END) IS NOT TRUE
          UNION ALL
          SELECT r.merchant_id, r.anticipation_id, r.id, NULL, NULL, r.status FROM receivables r
           WHERE r.anticipation_id IS NOT NULL AND ${changedSince('r.updated_at')}
             AND NOT EXISTS (SELECT 1 FROM anticipation_items i WHERE i.merchant_id = r.merchant_id AND i.receivable_id = r.id
                                AND i.anticipation_id = r.anticipation_id AND i.state IN ('open', 'paid'))`,
  },
  {
    name: 'every paid anticipation has its transaction, to the cent, and no other has one',
    sql: `SELECT a.merchant_id, a.id AS anticipation_id, a.status, a.amount_cents, a.fee_cents
            FROM anticipations a
            CROSS JOIN LATERAL (SELECT CASE WHEN a.status = 'paid' THEN 1 ELSE 0 END AS paid) one
           WHERE ${changedSince('a.updated_at')}
             AND (${brought('waiting_funds')} <> -a.amount_cents * one.paid OR ${brought('available')} <> a.payout_cents * one.paid
                  OR ${brought('fees:anticipation')} <> a.fee_cents * one.paid)`,
  },
  {
    name: 'no transaction of an anticipation is without its anticipation',
    sql: `SELECT t.merchant_id, t.id AS transaction_id, t.reference FROM ledger_transactions t
           WHERE (t.resource_type = 'anticipation' OR t.kind = 'anticipation') AND ${changedSince('t.recorded_at')}
             AND NOT EXISTS (SELECT 1 FROM anticipations a WHERE a.merchant_id = t.merchant_id AND a.id = t.resource_id
                                AND t.reference = 'anticipation:' || a.id || ':paid')`,
  },
  {
    name: 'an anticipation is as its last event told it',
    sql: `SELECT a.merchant_id, a.id AS anticipation_id, a.status, event.type
            FROM anticipations a
            JOIN ${lastEvents('anticipation')} event ON event.merchant_id = a.merchant_id AND event.resource_id = a.id
           WHERE ${changedSince('a.updated_at')}
             AND (event.type <> 'anticipation.' || a.status OR event.frozen ->> 'status' <> a.status
                  OR a.status IN ('paid', 'refused', 'cancelled')
                     AND (event.frozen ->> 'amount', event.frozen ->> 'fee', event.frozen ->> 'version')
                         IS DISTINCT FROM (a.amount_cents::text, a.fee_cents::text, a.version::text))`,
  },
];
