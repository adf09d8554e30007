import { ALL, type CountedList } from '../../database';
import type { Invariant } from './invariant';

/** What a list is told by (decision 0041) is what is there. Reads every record, whenever it changed. */
export function countedListInvariant({ table, one, many, part, kind }: CountedList): Invariant {
  return {
    name: `the counts of ${many} and the changes not folded yet are the ${many} that are there`,
    sql: `WITH there AS (
            SELECT merchant_id, ${part}, date_trunc('hour', created_at, 'UTC') AS hour, status, ${kind}, count(*) AS records
              FROM ${table} GROUP BY 1, 2, 3, 4, 5
          ), folded AS (
            SELECT merchant_id, ${part}, hour, status, ${kind}, records FROM there
            UNION ALL SELECT merchant_id, ${part}, hour, status, ${kind}, -change FROM ${one}_count_changes
          ), wanted AS (
            SELECT owner.merchant_id, owner.${part}, s.span::text AS span,
                   date_trunc(s.span, f.hour, 'UTC') AS starts_at, f.status, f.${kind}, sum(f.records) AS records
              FROM folded f
             CROSS JOIN LATERAL (
               SELECT f.merchant_id, ${ALL} AS ${part}
               UNION ALL SELECT ${ALL}, ${ALL}
               UNION ALL SELECT f.merchant_id, f.${part} WHERE f.${part} IS NOT NULL) AS owner
             CROSS JOIN (VALUES ('month'), ('day'), ('hour')) AS s (span)
             GROUP BY 1, 2, 3, 4, 5, 6
          )
          SELECT merchant_id, ${part}, span, starts_at, status, ${kind},
                 wanted.records AS there, counted.${many} AS counted
            FROM wanted FULL JOIN ${one}_counts AS counted
              USING (merchant_id, ${part}, span, starts_at, status, ${kind})
           WHERE coalesce(wanted.records, 0) <> coalesce(counted.${many}, 0)`,
  };
}
