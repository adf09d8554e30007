import { changedSince, countedListInvariant, type Invariant } from '../../common/invariants';
import { chargeTransitions } from '../charge.transitions';
import { chargeCallInvariants } from './charge-calls.invariants';
import { COUNTED_CHARGES } from '../search/counted-charges';
import { chargeSearchInvariants } from './charge-search.invariants';
import { chargeEventInvariants } from './charge-events.invariants';
import { chargeSplitInvariants } from './charge-splits.invariants';

/** The rules over several rows of charges (contract §6), each a statement that answers the rows that break it. */
const sums: readonly Invariant[] = [
  {
    name: 'the parts of a charge sum to its total, its capture, its refunds and what is reserved for refunds',
    sql: `SELECT c.id, c.total_amount_cents, c.amount_captured_cents, c.amount_refunded_cents,
                 sum(s.share_cents) AS shares, sum(s.captured_cents) AS captured, sum(s.refunded_cents) AS refunded
            FROM charges c LEFT JOIN charge_splits s ON s.merchant_id = c.merchant_id AND s.charge_id = c.id
           WHERE ${changedSince('c.updated_at')}
           GROUP BY c.merchant_id, c.id
          HAVING (coalesce(sum(s.share_cents), 0), coalesce(sum(s.captured_cents), 0),
                  coalesce(sum(s.refunded_cents), 0), coalesce(sum(s.reserved_cents), 0))
                 IS DISTINCT FROM (c.total_amount_cents::numeric, c.amount_captured_cents::numeric,
                   c.amount_refunded_cents::numeric, c.amount_refund_reserved_cents::numeric)`,
  },
  {
    name: 'no part of a charge exceeds its share or gives back more than it received',
    sql: `SELECT charge_id, position FROM charge_splits
           WHERE NOT (0 <= refunded_cents AND refunded_cents <= reserved_cents
             AND reserved_cents <= captured_cents AND captured_cents <= share_cents)`,
  },
  {
    name: 'the refunds of a charge sum to what it says was refunded and reserved, and never exceed the capture',
    sql: `SELECT c.id, c.amount_captured_cents, c.amount_refunded_cents, c.amount_refund_reserved_cents
            FROM charges c LEFT JOIN refunds r ON r.merchant_id = c.merchant_id AND r.charge_id = c.id
           WHERE ${changedSince('c.updated_at')}
           GROUP BY c.merchant_id, c.id
          HAVING coalesce(sum(r.amount_cents) FILTER (WHERE r.status = 'succeeded'), 0) <> c.amount_refunded_cents
              OR coalesce(sum(r.amount_cents) FILTER (WHERE r.status <> 'failed'), 0) <> c.amount_refund_reserved_cents
              OR c.amount_refund_reserved_cents > c.amount_captured_cents`,
  },
  {
    name: 'the parts of a refund sum to it',
    sql: `SELECT r.id, r.amount_cents, sum(s.amount_cents) AS parts
            FROM refunds r LEFT JOIN refund_splits s ON s.merchant_id = r.merchant_id AND s.refund_id = r.id
           WHERE ${changedSince('greatest(r.created_at, r.settled_at)')}
           GROUP BY r.merchant_id, r.id HAVING coalesce(sum(s.amount_cents), 0) <> r.amount_cents`,
  },
  {
    name: 'what a recipient gave back is what the refunds took from it',
    sql: `SELECT s.charge_id, s.recipient_id, s.refunded_cents, s.reserved_cents
            FROM charges c
            JOIN charge_splits s ON s.merchant_id = c.merchant_id AND s.charge_id = c.id
            LEFT JOIN refunds r ON r.merchant_id = s.merchant_id AND r.charge_id = s.charge_id
            LEFT JOIN refund_splits p
              ON p.merchant_id = r.merchant_id AND p.refund_id = r.id AND p.recipient_id = s.recipient_id
           WHERE ${changedSince('c.updated_at')}
           GROUP BY s.merchant_id, s.charge_id, s.position
          HAVING coalesce(sum(p.amount_cents) FILTER (WHERE r.status = 'succeeded'), 0) <> s.refunded_cents
              OR coalesce(sum(p.amount_cents) FILTER (WHERE r.status <> 'failed'), 0) <> s.reserved_cents`,
  },
  {
    name: 'the status of a charge is the one its history last led to',
    sql: `SELECT c.id, c.status, last.to_status
            FROM charges c
            LEFT JOIN LATERAL (SELECT to_status FROM charge_status_history h
                                WHERE h.merchant_id = c.merchant_id AND h.charge_id = c.id
                                ORDER BY version DESC LIMIT 1) last ON true
           WHERE ${changedSince('c.updated_at')} AND last.to_status IS DISTINCT FROM c.status`,
  },
  {
    name: 'each step of the history of a charge begins where the one before ended',
    sql: `SELECT charge_id, version, from_status, before
            FROM (SELECT h.charge_id, h.version, h.from_status,
                         lag(h.to_status) OVER (PARTITION BY h.merchant_id, h.charge_id ORDER BY h.version) AS before
                    FROM charges c
                    JOIN charge_status_history h ON h.merchant_id = c.merchant_id AND h.charge_id = c.id
                   WHERE ${changedSince('c.updated_at')}) step
           WHERE from_status IS DISTINCT FROM before`,
  },
  {
    // Events are kept for a while only after they were relayed: what is older cannot be asked for.
    name: 'every transition of a charge in the last day has its event',
    sql: `SELECT h.charge_id, h.version, h.to_status
            FROM charge_status_history h
           WHERE h.at > now() - interval '1 day'
             AND NOT EXISTS (
               SELECT 1 FROM outbox_events e
                WHERE e.resource_id = h.charge_id
                  AND e.type = CASE WHEN h.trigger LIKE 'reverse%' THEN 'charge.chargeback_reversed' ELSE 'charge.' || h.to_status END
                  AND (e.payload::json -> 'charge' ->> 'version')::integer = h.version)`,
  },
  {
    name: 'a refund is settled as the provider answered',
    sql: `SELECT r.id, r.status, c.status AS call
            FROM refunds r
            LEFT JOIN provider_calls c
              ON c.merchant_id = r.merchant_id AND c.subject_type = 'refund' AND c.subject_id = r.id
           WHERE ${changedSince('greatest(r.created_at, r.settled_at)')} AND c.status IS DISTINCT FROM r.status`,
  },
  {
    name: 'every call about a charge or a refund has its charge or refund, and its account',
    sql: `SELECT call.id, call.subject_type, call.subject_id
            FROM provider_calls call
            LEFT JOIN refunds r ON r.merchant_id = call.merchant_id AND r.id = call.subject_id
                               AND call.subject_type = 'refund'
            LEFT JOIN charges c ON c.merchant_id = call.merchant_id AND c.id = coalesce(r.charge_id, call.subject_id)
           WHERE ${changedSince('greatest(call.created_at, call.settled_at)')} AND call.subject_type IN ('charge', 'refund')
             AND c.provider_account_id IS DISTINCT FROM call.account_id`,
  },
  {
    name: 'a payment that was not taken has a call that gives it back, of its amount',
    sql: `SELECT p.id, p.amount_cents, c.amount_cents AS returned
            FROM returned_payments p
            LEFT JOIN provider_calls c ON c.merchant_id = p.merchant_id AND c.id = p.call_id AND c.kind = 'return'
           WHERE ${changedSince('p.created_at')} AND c.amount_cents IS DISTINCT FROM p.amount_cents`,
  },
  {
    name: 'a charge and its parts go to its own merchant or to submerchants of that merchant',
    sql: `SELECT c.id AS charge_id, s.recipient_id
            FROM charges c
            JOIN charge_splits s ON s.charge_id = c.id
            LEFT JOIN submerchants m ON m.merchant_id = c.merchant_id AND m.id = s.submerchant_id
           WHERE ${changedSince('c.updated_at')}
             AND CASE WHEN s.submerchant_id IS NULL THEN s.recipient_id <> c.merchant_id ELSE m.id IS NULL END
          UNION ALL
          SELECT c.id, c.submerchant_id
            FROM charges c LEFT JOIN submerchants m ON m.merchant_id = c.merchant_id AND m.id = c.submerchant_id
           WHERE ${changedSince('c.updated_at')} AND c.submerchant_id IS NOT NULL AND m.id IS NULL`,
  },
  {
    name: 'each step of the history of a charge is one that the status machine has',
    sql: `SELECT h.charge_id, h.version, h.from_status, h.trigger, h.to_status
            FROM charge_status_history h
           WHERE ${changedSince('h.at')} AND (coalesce(h.from_status, ''), h.trigger, h.to_status) NOT IN (${steps()})`,
  },
];

/** All rules of charges. */
export const chargeInvariants: readonly Invariant[] = [
  ...sums,
  ...chargeSplitInvariants,
  ...chargeCallInvariants,
  ...chargeEventInvariants,
  countedListInvariant(COUNTED_CHARGES),
  ...chargeSearchInvariants,
];

/** The table of the status machine as SQL rows. */
function steps(): string {
  return chargeTransitions.table.map(({ from, on, to }) => `('${from ?? ''}', '${on}', '${to}')`).join(', ');
}
