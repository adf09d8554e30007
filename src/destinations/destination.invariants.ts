import { changedSince, type Invariant } from '../common/invariants';
import { lastEvents } from '../common/outbox';

/** What must be true of destinations and what providers said of them (money contract §12). */
export const destinationInvariants: readonly Invariant[] = [
  {
    name: 'a destination is pending while its provider is asked, and then what that said',
    sql: `SELECT d.merchant_id, d.id AS destination_id, d.status, call.status AS call_status, call.failure_code
            FROM destinations d
            LEFT JOIN provider_calls call
              ON call.merchant_id = d.merchant_id AND call.subject_id = d.id AND call.subject_type = 'destination'
           WHERE ${changedSince('d.updated_at')}
             AND CASE WHEN call.status IS NULL THEN true
                 WHEN call.status = 'pending' THEN d.status <> 'pending'
                 WHEN call.status = 'succeeded' THEN d.status = 'pending' OR d.status = 'rejected' AND d.reason <> 'holder_mismatch'
                 ELSE d.status <> 'rejected' END`,
  },
  {
    name: 'a destination that money may go to belongs to the owner of its wallet',
    sql: `SELECT d.merchant_id, d.id AS destination_id, d.status
            FROM destinations d
            JOIN wallets w ON w.merchant_id = d.merchant_id AND w.id = d.wallet_id
            CROSS JOIN LATERAL (
              SELECT coalesce(CASE WHEN d.pix_key_type IN ('cpf', 'cnpj') THEN d.pix_key END, d.holder_tax_id, d.resolved_tax_id)
                AS tax_id) said
           WHERE ${changedSince('d.updated_at')} AND d.status = 'active' AND w.owner_type = 'submerchant'
             AND (said.tax_id IS NULL OR CASE WHEN length(said.tax_id) = 14 AND length(w.owner_tax_id) = 14
                  THEN left(said.tax_id, 8) <> left(w.owner_tax_id, 8) ELSE said.tax_id <> w.owner_tax_id END)`,
  },
  {
    name: 'a wallet has at most 10 destinations that can be used, and a default while one is active',
    sql: `SELECT merchant_id, wallet_id, count(*) AS destinations, count(*) FILTER (WHERE is_default) AS defaults
            FROM destinations WHERE status IN ('pending', 'active')
           GROUP BY merchant_id, wallet_id
          HAVING count(*) > 10 OR bool_or(status = 'active') AND NOT bool_or(is_default)`,
  },
  {
    name: 'a destination is as its last event told it',
    sql: `SELECT d.merchant_id, d.id AS destination_id, d.status, event.type
            FROM destinations d
            JOIN ${lastEvents('destination')} event ON event.merchant_id = d.merchant_id AND event.resource_id = d.id
           WHERE ${changedSince('d.updated_at')}
             AND (event.type <> 'destination.' || d.status OR event.frozen ->> 'status' <> d.status)`,
  },
];
