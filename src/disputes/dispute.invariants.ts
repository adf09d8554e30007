import { changedSince, type Invariant } from '../common/invariants';
import { lastEvents } from '../common/outbox';
import { heldRule } from '../ledger';

/** What is taken of a dispute now, and what its bearers had blocked at its opening. */
const SUMS = `
  SELECT d.merchant_id, d.id, d.charge_id, d.kind, d.status, d.amount_cents, d.fee_cents, d.blocked_cents, d.debited_cents,
         borne.*, given.*
    FROM disputes d
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(amount_cents), 0) AS borne_cents, coalesce(sum(fee_cents), 0) AS borne_fee_cents,
             coalesce(sum(blocked_cents), 0) AS blocked_once_cents
        FROM dispute_bearers WHERE merchant_id = d.merchant_id AND dispute_id = d.id) borne
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(amount_cents) FILTER (WHERE NOT is_fee AND returned_to IS NULL), 0) AS taken_cents,
             coalesce(sum(amount_cents) FILTER (WHERE NOT is_fee AND returned_to IS NOT NULL), 0) AS returned_cents,
             coalesce(sum(amount_cents) FILTER (WHERE is_fee), 0) AS taken_fee_cents,
             coalesce(sum(amount_cents) FILTER (WHERE source = 'blocked'), 0) AS used_cents
        FROM dispute_sources WHERE merchant_id = d.merchant_id AND dispute_id = d.id) given
   WHERE ${changedSince('d.updated_at')}`;

/**
 * How the references of the transactions of a dispute end, each looked up by the whole of it; `what` is what happened. What a
 * refund that failed left to it was blocked, or debited, under the refund's own name.
 */
const endsOf = (dispute: string): string => `(
  SELECT what, what AS ending FROM unnest('{blocked,debited,released,returned}'::text[]) AS what
  UNION ALL
  SELECT what, what || ':' || r.id FROM refunds r CROSS JOIN unnest('{blocked,debited}'::text[]) AS what
   WHERE r.merchant_id = ${dispute}.merchant_id AND r.charge_id = ${dispute}.charge_id AND r.status = 'failed')`;

/** Signed cents that the transactions of a dispute have brought to an account of the book itself. */
const brought = (account: string): string => `
  SELECT coalesce(sum(line.cents), 0) FROM ${endsOf('s')} posted
    JOIN ledger_transactions t ON t.merchant_id = s.merchant_id AND t.reference = 'dispute:' || s.id || ':' || ending
    CROSS JOIN LATERAL unnest(t.account_ids, t.amounts_cents) AS line (account_id, cents)
    JOIN ledger_accounts a ON a.merchant_id = t.merchant_id AND a.id = line.account_id AND a.name LIKE '${account}'`;

/** What must be true of disputes, charges and the books together (money contract §20, Invariants). */
export const disputeInvariants: readonly Invariant[] = [
  heldRule(
    'what a wallet has blocked is what is blocked of it for somebody',
    'blocked',
    `SELECT b.merchant_id, b.wallet_id, b.blocked_cents AS cents
       FROM disputes d
       JOIN dispute_bearers b ON b.merchant_id = d.merchant_id AND b.dispute_id = d.id
      WHERE d.status IN ('open', 'contested')`,
    'SELECT merchant_id, wallet_id, amount_cents AS cents FROM holds WHERE released_at IS NULL',
  ),
  {
    name: 'the bearers of a dispute sum to it and to its fee, and its sources to what is taken of them',
    sql: `SELECT * FROM (${SUMS}) s
           WHERE borne_cents <> amount_cents OR borne_fee_cents <> fee_cents OR taken_cents <> debited_cents
              OR taken_fee_cents <> fee_cents OR used_cents > blocked_once_cents
              OR blocked_cents <> CASE WHEN status IN ('open', 'contested') THEN blocked_once_cents ELSE 0 END`,
  },
  {
    name: 'the transactions of a dispute say what became of it',
    sql: `SELECT s.merchant_id, s.id, s.kind, s.status, posted.references
            FROM (${SUMS}) s
            CROSS JOIN LATERAL (SELECT coalesce(array_agg(DISTINCT what ORDER BY what), '{}') AS references
                                  FROM ${endsOf('s')} one
                                  JOIN ledger_transactions t
                                    ON t.merchant_id = s.merchant_id AND t.reference = 'dispute:' || s.id || ':' || ending) posted
           WHERE posted.references IS DISTINCT FROM array_remove(ARRAY[
                   CASE WHEN s.kind = 'pix_return' AND s.blocked_once_cents + s.fee_cents > 0 THEN 'blocked' END,
                   CASE WHEN s.kind = 'pix_return' AND s.debited_cents > 0
                          OR s.kind = 'chargeback' AND s.amount_cents + s.fee_cents > 0 THEN 'debited' END,
                   CASE WHEN s.status IN ('won', 'lost') AND s.blocked_once_cents > s.used_cents THEN 'released' END,
                   CASE WHEN s.returned_cents > 0 THEN 'returned' END], NULL)
              OR (${brought('clearing:%')}) <> s.debited_cents
              OR (${brought('fees:dispute')}) <> s.fee_cents`,
  },
  {
    name: 'no transaction of a dispute is without its dispute',
    sql: `SELECT t.merchant_id, t.id AS transaction_id, t.reference FROM ledger_transactions t
           WHERE (t.resource_type = 'dispute' OR t.kind IN ('dispute', 'dispute_return') OR t.reference LIKE 'dispute:%')
             AND ${changedSince('t.recorded_at')}
             AND NOT EXISTS (SELECT 1 FROM disputes d CROSS JOIN LATERAL ${endsOf('d')} one
                              WHERE d.merchant_id = t.merchant_id AND d.id = t.resource_id
                                AND t.reference = 'dispute:' || d.id || ':' || ending)`,
  },
  {
    name: 'a disputed charge is a chargeback as long as its money is debited for one of its disputes',
    sql: `SELECT c.merchant_id, c.id AS charge_id, c.status
            FROM charges c
            JOIN LATERAL (SELECT bool_or(CASE kind WHEN 'chargeback' THEN status <> 'won' ELSE status = 'lost' END) AS debited
                            FROM disputes WHERE merchant_id = c.merchant_id AND charge_id = c.id) by ON by.debited IS NOT NULL
           WHERE ${changedSince('c.updated_at')} AND by.debited <> (c.status = 'chargeback')`,
  },
  {
    name: 'a dispute is contested when its provider took that, and every call about a dispute has its dispute',
    sql: `SELECT d.merchant_id, d.id, d.status, NULL::uuid AS call_id FROM disputes d
           WHERE ${changedSince('d.updated_at')} AND d.status = 'contested'
             AND NOT EXISTS (SELECT 1 FROM provider_calls call WHERE call.merchant_id = d.merchant_id AND call.subject_id = d.id
                                AND call.subject_type = 'dispute' AND call.kind = 'contest' AND call.status = 'succeeded')
          UNION ALL
          SELECT call.merchant_id, call.subject_id, call.status, call.id FROM provider_calls call
            LEFT JOIN disputes d ON d.merchant_id = call.merchant_id AND d.id = call.subject_id
           WHERE call.subject_type = 'dispute' AND ${changedSince('call.created_at')}
             AND (d.id IS NULL OR d.provider_account_id <> call.account_id
                  OR call.kind = 'accept' AND call.status = 'succeeded' AND d.status IN ('open', 'contested'))`,
  },
  {
    name: 'a dispute is as its last event told it',
    sql: `SELECT d.merchant_id, d.id, d.version, event.frozen ->> 'version' AS event_version
            FROM disputes d
            JOIN ${lastEvents('dispute')} event ON event.merchant_id = d.merchant_id AND event.resource_id = d.id
           WHERE ${changedSince('d.updated_at')}
             AND (event.frozen ->> 'version' <> d.version::text OR event.type <> 'dispute.' || d.status
                  OR event.frozen ->> 'status' <> d.status
                  OR (event.frozen ->> 'amount', event.frozen ->> 'debited_amount', event.frozen ->> 'blocked_amount', event.frozen ->> 'fee')
                     IS DISTINCT FROM (d.amount_cents::text, d.debited_cents::text, d.blocked_cents::text, d.fee_cents::text))`,
  },
];
