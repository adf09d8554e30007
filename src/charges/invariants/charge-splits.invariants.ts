import { changedSince, type Invariant } from '../../common/invariants';

/** Whether a cent that i got should have gone to j: by highest averages, ties to the remainder's owner, then by order (contract §6). */
function belongsTo(held: string, cap: string, weight = 'share_cents'): string {
  const last = `(2 * i.${held} - 1)::numeric * j.${weight}`;
  const next = `(2 * j.${held} + 1)::numeric * i.${weight}`;
  return `i.${held} > 0 AND j.${held} < j.${cap}
          AND (${last} > ${next} OR (${last} = ${next}
            AND (NOT j.charge_remainder, j.position) < (NOT i.charge_remainder, i.position)))`;
}

/** The rules of dividing (contract §6, split[]), read from the parts. */
export const chargeSplitInvariants: readonly Invariant[] = [
  {
    name: 'the shares of a charge follow from its percentages and its total',
    sql: `SELECT s.charge_id, s.position, s.percentage_bp, s.share_cents, c.total_amount_cents
            FROM charges c
            JOIN charge_splits s ON s.merchant_id = c.merchant_id AND s.charge_id = c.id
           WHERE ${changedSince('c.updated_at')} AND NOT s.charge_remainder
             AND s.share_cents <> c.total_amount_cents * s.percentage_bp / 10000`,
  },
  {
    name: 'the rules of a charge are all percentages that sum to the whole, or all amounts',
    sql: `SELECT c.id AS charge_id, count(s.percentage_bp) AS percentages, sum(s.percentage_bp) AS sum_bp
            FROM charges c
            JOIN charge_splits s ON s.merchant_id = c.merchant_id AND s.charge_id = c.id
           WHERE ${changedSince('c.updated_at')}
           GROUP BY c.merchant_id, c.id
          HAVING count(s.percentage_bp) NOT IN (0, count(*))
              OR (count(s.percentage_bp) > 0 AND sum(s.percentage_bp) <> 10000)`,
  },
  {
    name: 'of a charge one part has the remainder, and somebody is liable and bears the fees',
    sql: `SELECT c.id AS charge_id, count(*) FILTER (WHERE s.charge_remainder) AS remainders,
                 count(*) FILTER (WHERE s.liable) AS liable, count(*) FILTER (WHERE s.charge_processing_fee) AS fees
            FROM charges c
            LEFT JOIN charge_splits s ON s.merchant_id = c.merchant_id AND s.charge_id = c.id
           WHERE ${changedSince('c.updated_at')}
           GROUP BY c.merchant_id, c.id
          HAVING count(*) FILTER (WHERE s.charge_remainder) <> 1 OR NOT bool_or(coalesce(s.liable, false))
              OR NOT bool_or(coalesce(s.charge_processing_fee, false))`,
  },
  {
    name: 'a capture is divided among the recipients as their shares say',
    sql: `SELECT i.charge_id, i.recipient_id, i.captured_cents, j.recipient_id AS instead
            FROM charges c
            JOIN charge_splits i ON i.merchant_id = c.merchant_id AND i.charge_id = c.id
            JOIN charge_splits j ON j.merchant_id = c.merchant_id AND j.charge_id = c.id AND j.position <> i.position
           WHERE ${changedSince('c.updated_at')} AND c.amount_captured_cents > 0
             AND ${belongsTo('captured_cents', 'share_cents')}`,
  },
  {
    name: 'the fees of the parts of a charge sum to its fee, from its capture on, and only who bears fees pays',
    sql: `SELECT c.id AS charge_id, c.fee_cents, sum(s.fee_cents) AS fees
            FROM charges c
            JOIN charge_splits s ON s.merchant_id = c.merchant_id AND s.charge_id = c.id
           WHERE ${changedSince('c.updated_at')}
           GROUP BY c.merchant_id, c.id
          HAVING sum(s.fee_cents) IS DISTINCT FROM c.fee_cents OR count(s.fee_cents) NOT IN (0, count(*))
              OR (c.fee_cents IS NULL) <> (c.amount_captured_cents = 0)
              OR bool_or(NOT s.charge_processing_fee AND s.fee_cents > 0)`,
  },
  {
    name: 'a fee is divided among those who bear it as what they captured says',
    sql: `SELECT i.charge_id, i.recipient_id, i.fee_cents, j.recipient_id AS instead
            FROM charges c
            JOIN charge_splits i ON i.merchant_id = c.merchant_id AND i.charge_id = c.id AND i.charge_processing_fee
            JOIN charge_splits j ON j.merchant_id = c.merchant_id AND j.charge_id = c.id AND j.charge_processing_fee
                                AND j.position <> i.position
           WHERE ${changedSince('c.updated_at')} AND c.fee_cents > 0
             AND ${belongsTo('fee_cents', 'captured_cents', 'captured_cents')}`,
  },
  {
    // After each of them, in the order in which they succeeded. What a merchant named itself follows no rule.
    name: 'refunds leave every recipient where one refund of those that succeeded would',
    sql: `WITH divided AS (
            SELECT c.merchant_id, c.id FROM charges c
             WHERE ${changedSince('c.updated_at')} AND c.amount_refunded_cents > 0
               AND NOT EXISTS (SELECT 1 FROM refunds r
                                WHERE r.merchant_id = c.merchant_id AND r.charge_id = c.id AND r.split_named)),
          steps AS (
            SELECT s.merchant_id, s.charge_id, s.position, s.recipient_id, s.share_cents, s.captured_cents, s.charge_remainder,
                   r.id AS refund_id, r.settled_version,
                   sum(coalesce(p.amount_cents, 0)) OVER (
                     PARTITION BY s.merchant_id, s.charge_id, s.position ORDER BY r.settled_version) AS held_cents
              FROM divided d
              JOIN charge_splits s ON s.merchant_id = d.merchant_id AND s.charge_id = d.id
              JOIN refunds r ON r.merchant_id = d.merchant_id AND r.charge_id = d.id AND r.status = 'succeeded'
              LEFT JOIN refund_splits p
                ON p.merchant_id = r.merchant_id AND p.refund_id = r.id AND p.recipient_id = s.recipient_id)
          SELECT i.charge_id, i.refund_id, i.recipient_id, i.held_cents, j.recipient_id AS instead
            FROM steps i
            JOIN steps j ON j.merchant_id = i.merchant_id AND j.charge_id = i.charge_id
                        AND j.settled_version = i.settled_version AND j.position <> i.position
           WHERE ${belongsTo('held_cents', 'captured_cents')}`,
  },
];
