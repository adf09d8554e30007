import { changedSince, type Invariant } from '../common/invariants';

/** What must be true of calls and names at providers; who owns what they are about adds its own rules. */
export const providerInvariants: readonly Invariant[] = [
  {
    name: 'every call, name and payment asked for at a provider belongs to an account that there is',
    sql: `SELECT used.what, used.account_id
            FROM (SELECT 'call' AS what, account_id FROM provider_calls
                  UNION SELECT 'reference', account_id FROM provider_references
                  UNION SELECT 'intent', account_id FROM provider_intents) used
            LEFT JOIN provider_accounts a ON a.id = used.account_id
           WHERE a.id IS NULL`,
  },
  {
    // The longest wait there is are five minutes.
    name: 'nothing that waits for a provider is due more than a day ahead',
    sql: `SELECT 'call' AS what, id::text, next_attempt_at FROM provider_calls
           WHERE status = 'pending' AND next_attempt_at > now() + interval '1 day'
          UNION ALL
          SELECT 'notification', notification_id, next_attempt_at FROM provider_notifications
           WHERE status = 'pending' AND next_attempt_at > now() + interval '1 day'
          UNION ALL
          SELECT 'intent', key::text, next_attempt_at FROM provider_intents
           WHERE next_attempt_at > now() + interval '1 day'`,
  },
  {
    // Whatever else is done under a key is done in the transaction that stores its answer.
    name: 'an Idempotency-Key in progress has a call that goes on',
    sql: `SELECT encode(k.scope, 'hex') AS scope, call.id AS call_id, call.status
            FROM idempotency_records k
            LEFT JOIN provider_calls call ON call.idempotency_scope = k.scope AND call.status = 'pending'
           WHERE k.response_status IS NULL AND call.id IS NULL`,
  },
  {
    name: 'a call that goes on has its Idempotency-Key, in progress',
    sql: `SELECT call.id AS call_id, encode(call.idempotency_scope, 'hex') AS scope, k.response_status
            FROM provider_calls call LEFT JOIN idempotency_records k ON k.scope = call.idempotency_scope
           WHERE call.status = 'pending' AND call.idempotency_scope IS NOT NULL
             AND (k.scope IS NULL OR k.response_status IS NOT NULL)`,
  },
  {
    name: 'a call that is settled says when, and it was after it was made',
    sql: `SELECT id AS call_id, created_at, settled_at FROM provider_calls
           WHERE ${changedSince('settled_at')} AND settled_at < created_at`,
  },
];
