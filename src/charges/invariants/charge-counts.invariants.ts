import type { Invariant } from '../../common/invariants';

/** In the place of a merchant or a submerchant in the counts: all of them. */
const ALL = `'00000000-0000-0000-0000-000000000000'::uuid`;

/** What lists of charges are told by (decision 0041) is what is there. Reads every charge, whenever it changed. */
export const chargeCountInvariants: readonly Invariant[] = [
  {
    name: 'the counts of charges and the changes not folded yet are the charges that are there',
    sql: `WITH there AS (
            SELECT merchant_id, submerchant_id, date_trunc('hour', created_at, 'UTC') AS hour, status, payment_method,
                   count(*) AS charges
              FROM charges GROUP BY 1, 2, 3, 4, 5
          ), folded AS (
            SELECT merchant_id, submerchant_id, hour, status, payment_method, charges FROM there
            UNION ALL SELECT merchant_id, submerchant_id, hour, status, payment_method, -change FROM charge_count_changes
          ), wanted AS (
            SELECT owner.merchant_id, owner.submerchant_id, s.span::text AS span,
                   date_trunc(s.span, f.hour, 'UTC') AS starts_at, f.status, f.payment_method, sum(f.charges) AS charges
              FROM folded f
             CROSS JOIN LATERAL (
               SELECT f.merchant_id, ${ALL} AS submerchant_id
               UNION ALL SELECT ${ALL}, ${ALL}
               UNION ALL SELECT f.merchant_id, f.submerchant_id WHERE f.submerchant_id IS NOT NULL) AS owner
             CROSS JOIN (VALUES ('month'), ('day'), ('hour')) AS s (span)
             GROUP BY 1, 2, 3, 4, 5, 6
          )
          SELECT merchant_id, submerchant_id, span, starts_at, status, payment_method,
                 wanted.charges AS there, counted.charges AS counted
            FROM wanted FULL JOIN charge_counts AS counted
              USING (merchant_id, submerchant_id, span, starts_at, status, payment_method)
           WHERE coalesce(wanted.charges, 0) <> coalesce(counted.charges, 0)`,
  },
];
