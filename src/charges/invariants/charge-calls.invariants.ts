import { changedSince, type Invariant } from '../../common/invariants';

const CARDS = `('credit_card', 'debit_card')`;

/** A charge of this SELECT and the calls of a kind about it. */
function charges(kind: string, columns = ''): string {
  return `SELECT c.id AS charge_id, c.status, call.id AS call_id, call.kind, call.status AS call_status${columns}
            FROM charges c
            JOIN provider_calls call ON call.merchant_id = c.merchant_id AND call.subject_type = 'charge'
                                    AND call.subject_id = c.id AND call.kind = '${kind}'
           WHERE ${changedSince('c.updated_at')}`;
}

function hasCall(kind: string, status: string, condition = 'true'): string {
  return `EXISTS (SELECT 1 FROM provider_calls call
                   WHERE call.merchant_id = c.merchant_id AND call.subject_type = 'charge' AND call.subject_id = c.id
                     AND call.kind = '${kind}' AND call.status = '${status}' AND ${condition})`;
}

function cameTo(...statuses: readonly string[]): string {
  return `EXISTS (SELECT 1 FROM charge_status_history h
                   WHERE h.merchant_id = c.merchant_id AND h.charge_id = c.id
                     AND h.to_status IN (${statuses.map((status) => `'${status}'`).join(', ')}))`;
}

/** What was asked of providers about charges, and what charges say came of it (contract §6, Provider calls). */
export const chargeCallInvariants: readonly Invariant[] = [
  {
    name: 'a card that is pending is with its provider',
    sql: `SELECT c.id AS charge_id FROM charges c
           WHERE ${changedSince('c.updated_at')} AND c.status = 'pending' AND c.payment_method IN ${CARDS}
             AND NOT ${hasCall('authorize', 'pending')}`,
  },
  {
    name: 'a card is authorized or declined as its provider answered',
    sql: `${charges('authorize')}
             AND (call.status = 'succeeded') <> (c.status NOT IN ('pending', 'failed'))
          UNION ALL
          ${charges('authorize')} AND (call.status = 'failed') <> (c.status = 'failed')
          UNION ALL
          SELECT c.id, c.status, NULL, 'authorize', NULL FROM charges c
           WHERE ${changedSince('c.updated_at')} AND c.payment_method IN ${CARDS} AND c.status <> 'pending'
             AND NOT ${hasCall('authorize', 'succeeded')} AND NOT ${hasCall('authorize', 'failed')}`,
  },
  {
    name: 'what was captured of an authorisation is what its provider captured',
    sql: `${charges('capture')} AND call.status = 'succeeded' AND c.amount_captured_cents <> call.amount_cents
          UNION ALL
          SELECT c.id, c.status, NULL, 'capture', NULL FROM charges c
           WHERE ${changedSince('c.updated_at')} AND c.amount_captured_cents > 0
             AND CASE WHEN c.payment_method IN ${CARDS} AND NOT c.auto_capture
                      THEN NOT ${hasCall('capture', 'succeeded', 'call.amount_cents = c.amount_captured_cents')}
                      ELSE c.amount_captured_cents <> c.total_amount_cents END`,
  },
  {
    // A pix may expire while its provider is asked to withdraw it: then it has ended already.
    name: 'a charge is voided when its provider let go of it, and only then',
    sql: `${charges('void')} AND call.status = 'succeeded' AND NOT ${cameTo('voided', 'expired')}
          UNION ALL
          SELECT c.id, c.status, NULL, 'void', NULL FROM charges c
           WHERE ${changedSince('c.updated_at')} AND c.status = 'voided' AND NOT ${hasCall('void', 'succeeded')}`,
  },
  {
    name: 'a call that gives a payment back has a payment that was not taken',
    sql: `${charges('return')}
             AND NOT EXISTS (SELECT 1 FROM returned_payments p WHERE p.merchant_id = c.merchant_id AND p.call_id = call.id)`,
  },
  {
    name: 'somebody has to look at a charge whose provider refused for good, and only at such a one',
    sql: `SELECT c.id AS charge_id, c.status, c.attention FROM charges c
           WHERE ${changedSince('c.updated_at')}
             AND ((c.attention IS NOT DISTINCT FROM 'return_failed') <> ${hasCall('return', 'failed')}
               OR (c.attention = 'void_refused' AND NOT ${hasCall('void', 'failed')}))`,
  },
  {
    name: 'the mode of a charge is that of its merchant and of its provider account, which may be used by that merchant',
    sql: `SELECT c.id AS charge_id, c.livemode, m.mode, a.mode AS account_mode
            FROM charges c
            JOIN merchants m ON m.id = c.merchant_id
            LEFT JOIN provider_accounts a ON a.id = c.provider_account_id
           WHERE ${changedSince('c.updated_at')}
             AND (c.livemode <> (m.mode = 'live') OR a.mode IS DISTINCT FROM m.mode
               OR coalesce(a.merchant_id, m.id) <> m.id)`,
  },
];
