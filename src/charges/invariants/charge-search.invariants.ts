import { changedSince, type Invariant } from '../../common/invariants';

const SEARCHED = ['submerchant_id', 'payment_method', 'created_at', 'search_text', 'customer_tax_id'];
const of = (row: string): string => SEARCHED.map((column) => `${row}.${column}`).join(', ');

/** What searches look at (decision 0003) is what is there. */
export const chargeSearchInvariants: readonly Invariant[] = [
  {
    name: 'a search looks at every charge, as it is',
    sql: `SELECT c.id, s.id IS NOT NULL AS is_there FROM charges c
            LEFT JOIN charge_search s ON s.merchant_id = c.merchant_id AND s.id = c.id
           WHERE ${changedSince('c.updated_at')} AND (s.id IS NULL OR (${of('c')}) IS DISTINCT FROM (${of('s')}))
          UNION ALL
          SELECT s.id, NULL FROM charge_search s
           WHERE $1::timestamptz IS NULL
             AND NOT EXISTS (SELECT FROM charges c WHERE c.merchant_id = s.merchant_id AND c.id = s.id)`,
  },
];
