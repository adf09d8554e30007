import type { Invariant } from '../common/invariants';

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
];
