import { changedSince, type Invariant } from '../common/invariants';

/** What must be true of the books and what operators changed in them (money contract §20). */
export const bookInvariants: readonly Invariant[] = [
  {
    name: 'what two operators carried out was posted as they asked, and nothing before',
    sql: `SELECT r.merchant_id, r.id AS request_id, r.action, r.outcome, l.id AS transaction_id
            FROM money_requests r
            LEFT JOIN ledger_transactions l ON l.merchant_id = r.merchant_id AND l.reference = r.action || ':' || r.id
           WHERE ${changedSince('greatest(r.requested_at, r.ended_at)')}
             AND ((r.outcome IS NOT DISTINCT FROM 'carried_out') <> (l.id IS NOT NULL)
                  OR l.kind <> r.action OR l.id IS NOT NULL AND l.reverses_id IS DISTINCT FROM r.transaction_id
                  OR l.id IS NOT NULL AND r.action <> 'reversal' AND (cardinality(l.account_ids) <> 2 OR 2 <> (
                       SELECT count(*) FROM ledger_accounts a
                        WHERE a.merchant_id = r.merchant_id AND a.id = ANY(l.account_ids)
                          AND coalesce(a.wallet_id, r.wallet_id) = r.wallet_id
                          AND l.amounts_cents[array_position(l.account_ids, a.id)]
                              = CASE a.name WHEN coalesce(r.debit, 'losses') THEN -r.amount_cents
                                            WHEN coalesce(r.credit, 'debt') THEN r.amount_cents END)))`,
  },
  {
    name: 'no adjustment, write-off or reversal is posted that two operators did not ask for',
    sql: `SELECT l.merchant_id, l.reference FROM ledger_transactions l
           WHERE l.kind IN ('adjustment', 'write_off', 'reversal') AND ${changedSince('l.recorded_at')}
             AND NOT EXISTS (SELECT 1 FROM money_requests r
                              WHERE r.merchant_id = l.merchant_id AND l.reference = r.action || ':' || r.id
                                AND r.outcome = 'carried_out' AND r.ended_by <> r.requested_by)`,
  },
];
