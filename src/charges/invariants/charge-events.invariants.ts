import { changedSince, type Invariant } from '../../common/invariants';
import { EVENT_OF_STATUS } from '../charge.events';

/**
 * A charge as an event froze it; events are deleted some time after they were handed on, the oldest first. By OFFSET 0 a payload
 * is parsed once: PostgreSQL would else parse it for each field that is looked at, a quarter of a millisecond an event.
 */
const FROZEN = `
  SELECT e.id, e.position, e.type, c.merchant_id, c.id AS charge_id, parsed.payload, parsed.frozen,
         (parsed.frozen ->> 'version')::integer AS version
    FROM charges c
    JOIN outbox_events e ON e.merchant_id = c.merchant_id AND e.resource_id = c.id AND e.type LIKE 'charge.%'
   CROSS JOIN LATERAL (
     SELECT whole.payload, whole.payload -> 'charge' AS frozen
       FROM (SELECT e.payload::jsonb AS payload OFFSET 0) AS whole OFFSET 0) AS parsed
   WHERE ${changedSince('c.updated_at')}`;

/** What of a part never changes, as an event shows it. */
const RULES = `
  SELECT jsonb_agg(jsonb_build_object('recipient_id', s.recipient_id, 'percentage', s.percentage_bp / 100.0,
           'amount', s.share_cents, 'liable', s.liable, 'charge_processing_fee', s.charge_processing_fee,
           'charge_remainder', s.charge_remainder) ORDER BY s.position)
    FROM charge_splits s WHERE s.merchant_id = c.merchant_id AND s.charge_id = c.id`;

/** What of a part moves. */
const PARTS = `
  SELECT jsonb_agg(jsonb_build_array(s.recipient_id, s.captured_cents, s.refunded_cents) ORDER BY s.position)
    FROM charge_splits s WHERE s.merchant_id = c.merchant_id AND s.charge_id = c.id`;

/** Fields of a frozen charge that differ from the columns beside them. */
function differs(fields: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(fields);
  return `(${pairs.map(([field, column]) => `f.frozen -> '${field}' IS DISTINCT FROM coalesce(to_jsonb(${column}), 'null')`).join('\n              OR ')})`;
}

const WRITTEN_ONCE = {
  merchant_id: 'c.merchant_id',
  submerchant_id: 'c.submerchant_id',
  amount: 'c.amount_cents',
  shipping_amount: 'c.shipping_amount_cents',
  total_amount: 'c.total_amount_cents',
  currency: 'c.currency',
  payment_method: 'c.payment_method',
  product_type: 'c.product_type',
  external_id: 'c.external_id',
  description: 'c.description',
  metadata: 'c.metadata',
  customer: 'c.customer',
  items: 'c.items',
  installments: 'c.installments',
  livemode: 'c.livemode',
};

const WRITTEN_AGAIN = {
  status: 'c.status',
  amount_captured: 'c.amount_captured_cents',
  amount_refunded: 'c.amount_refunded_cents',
};

const TYPE_OF_STATUS = Object.entries(EVENT_OF_STATUS)
  .map(([status, { kind }]) => `('${status}', '${kind}')`)
  .join(', ');

/** What was told of charges, and what the books say (contract §7: the resource is frozen when the event happens). */
export const chargeEventInvariants: readonly Invariant[] = [
  {
    name: 'a charge is for what its first event said',
    sql: `SELECT f.charge_id, f.id AS event_id
            FROM (${FROZEN} AND e.type = 'charge.pending') f
            JOIN charges c ON c.merchant_id = f.merchant_id AND c.id = f.charge_id
           WHERE ${differs(WRITTEN_ONCE)}
              OR (f.frozen ->> 'created_at')::timestamptz <> c.created_at
              OR (SELECT jsonb_agg(part - '{amount_captured,amount_refunded,fee_amount,net_amount}'::text[] ORDER BY place)
                    FROM jsonb_array_elements(f.frozen -> 'split') WITH ORDINALITY AS split (part, place))
                 IS DISTINCT FROM (${RULES})`,
  },
  {
    name: 'an event of a charge tells the status that its history has',
    sql: `SELECT f.charge_id, f.id AS event_id, f.type, f.frozen ->> 'status' AS event_status, h.to_status
            FROM (${FROZEN}) f
            LEFT JOIN LATERAL (SELECT version, to_status, trigger FROM charge_status_history h
                                WHERE h.merchant_id = f.merchant_id AND h.charge_id = f.charge_id AND h.version <= f.version
                                ORDER BY h.version DESC LIMIT 1) h ON true
            LEFT JOIN (VALUES ${TYPE_OF_STATUS}) AS named (status, type) ON named.status = h.to_status
           WHERE h.to_status IS DISTINCT FROM f.frozen ->> 'status'
              OR (f.frozen ->> 'id')::uuid IS DISTINCT FROM f.charge_id
              OR CASE WHEN h.version = f.version
                        THEN f.type <> CASE WHEN h.trigger LIKE 'reverse%' THEN 'charge.chargeback_reversed' ELSE named.type END
                      WHEN h.to_status = 'chargeback'
                        THEN f.type NOT IN ('charge.partially_refunded', 'charge.refunded', 'charge.refund_failed', 'charge.return_failed')
                      ELSE f.type NOT IN ('charge.refund_failed', 'charge.return_failed') END`,
  },
  {
    name: 'a charge is as its last event told it',
    sql: `SELECT f.charge_id, f.id AS event_id, f.version AS event_version, c.version
            FROM (SELECT DISTINCT ON (merchant_id, charge_id) * FROM (${FROZEN}) every
                   ORDER BY merchant_id, charge_id, position DESC) f
            JOIN charges c ON c.merchant_id = f.merchant_id AND c.id = f.charge_id
           WHERE (f.version <> c.version AND c.attention IS DISTINCT FROM 'void_refused')
              OR ${differs(WRITTEN_AGAIN)}
              OR (f.frozen ? 'fee_amount'
                  AND f.frozen -> 'fee_amount' IS DISTINCT FROM coalesce(to_jsonb(c.fee_cents), 'null'))
              OR f.frozen -> 'failure' ->> 'code' IS DISTINCT FROM c.failure_code
              OR (SELECT jsonb_agg(jsonb_build_array(part -> 'recipient_id', part -> 'amount_captured', part -> 'amount_refunded')
                           ORDER BY place)
                    FROM jsonb_array_elements(f.frozen -> 'split') WITH ORDINALITY AS split (part, place))
                 IS DISTINCT FROM (${PARTS})`,
  },
  {
    name: 'a refund is as its event told it',
    sql: `SELECT f.charge_id, f.id AS event_id, r.id AS refund_id
            FROM (${FROZEN}) f
            LEFT JOIN refunds r ON r.merchant_id = f.merchant_id AND r.charge_id = f.charge_id
                               AND r.id = (f.payload -> 'refund' ->> 'id')::uuid
           WHERE f.payload ? 'refund'
             AND (r.id IS NULL OR r.amount_cents <> (f.payload -> 'refund' ->> 'amount')::bigint
               OR r.status <> f.payload -> 'refund' ->> 'status' OR r.settled_version <> f.version
               OR f.payload -> 'refund' -> 'split' IS DISTINCT FROM (
                    SELECT jsonb_agg(jsonb_build_object('recipient_id', p.recipient_id, 'amount', p.amount_cents)
                             ORDER BY p.position)
                      FROM refund_splits p WHERE p.merchant_id = r.merchant_id AND p.refund_id = r.id))`,
  },
  {
    name: 'the version of a charge is not below its history, and no two events have the same',
    sql: `SELECT c.id AS charge_id, c.version, max(h.version) AS in_history
            FROM charges c
            JOIN charge_status_history h ON h.merchant_id = c.merchant_id AND h.charge_id = c.id
           WHERE ${changedSince('c.updated_at')}
           GROUP BY c.merchant_id, c.id HAVING c.version < max(h.version)
          UNION ALL
          SELECT f.charge_id, f.version, f.before
            FROM (SELECT *, lag(version) OVER (PARTITION BY merchant_id, charge_id ORDER BY position) AS before
                    FROM (${FROZEN}) every) f
           WHERE f.version <= f.before`,
  },
];
