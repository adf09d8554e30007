import { changedSince, type Invariant } from '../common/invariants';

export const submerchantInvariants: readonly Invariant[] = [
  {
    name: 'a submerchant with addresses has exactly one primary address',
    sql: `SELECT submerchant_id, count(*) FILTER (WHERE is_primary) AS primaries FROM submerchant_addresses
          GROUP BY merchant_id, submerchant_id HAVING count(*) FILTER (WHERE is_primary) <> 1`,
  },
  {
    name: 'the status of a submerchant is the one its history last led to',
    sql: `SELECT submerchant.id, submerchant.status, last.to_status FROM submerchants submerchant
          LEFT JOIN LATERAL (
            SELECT to_status FROM submerchant_history history
            WHERE (history.merchant_id, history.submerchant_id) = (submerchant.merchant_id, submerchant.id)
              AND history.type IN ('created', 'submitted', 'approved', 'rejected', 'resubmission_requested', 'suspended',
                'reactivated')
            ORDER BY version DESC LIMIT 1
          ) last ON true
          WHERE last.to_status IS DISTINCT FROM submerchant.status`,
  },
  {
    name: 'each step of the history begins where the one before ended',
    sql: `SELECT submerchant_id, id, from_status, before FROM (
            SELECT submerchant_id, id, from_status, type,
              lag(to_status) OVER (PARTITION BY merchant_id, submerchant_id ORDER BY version) AS before
            FROM submerchant_history
            WHERE type IN ('created', 'submitted', 'approved', 'rejected', 'resubmission_requested', 'suspended', 'reactivated')
          ) step
          WHERE type <> 'created' AND from_status IS DISTINCT FROM before`,
  },
  {
    name: 'an individual has no legal representatives',
    sql: `SELECT partner.id FROM legal_representatives partner
          JOIN submerchants submerchant
            ON (submerchant.merchant_id, submerchant.id) = (partner.merchant_id, partner.submerchant_id)
          WHERE submerchant.entity_type <> 'pj'`,
  },
  {
    name: 'at most one activity of a submerchant is primary',
    sql: `SELECT id FROM submerchants
          WHERE (SELECT count(*) FROM jsonb_array_elements(cnaes) activity WHERE (activity->>'is_primary')::boolean) > 1`,
  },
  {
    name: 'a company in review or beyond has at least one legal representative',
    sql: `SELECT submerchant.id FROM submerchants submerchant
          WHERE submerchant.entity_type = 'pj' AND submerchant.status IN ('pending_review', 'active', 'suspended')
            AND NOT EXISTS (SELECT 1 FROM legal_representatives partner
              WHERE (partner.merchant_id, partner.submerchant_id) = (submerchant.merchant_id, submerchant.id))`,
  },
  {
    name: 'the version of a submerchant is that of the last step of its history',
    sql: `SELECT s.id AS submerchant_id, s.version, max(h.version) AS in_history
            FROM submerchants s
            LEFT JOIN submerchant_history h ON h.merchant_id = s.merchant_id AND h.submerchant_id = s.id
           WHERE ${changedSince('s.updated_at')}
           GROUP BY s.merchant_id, s.id HAVING s.version IS DISTINCT FROM max(h.version)`,
  },
  {
    name: 'an event of a submerchant tells what its history has, and the last one what it is',
    sql: `SELECT e.resource_id AS submerchant_id, e.id AS event_id, h.to_status, e.frozen ->> 'status' AS event_status
            FROM (SELECT *, (payload::jsonb -> 'submerchant') AS frozen FROM outbox_events
                   WHERE type LIKE 'submerchant.%' AND ${changedSince('occurred_at')} OFFSET 0) e
            LEFT JOIN submerchants s ON s.merchant_id = e.merchant_id AND s.id = e.resource_id
            LEFT JOIN submerchant_history h
              ON h.merchant_id = e.merchant_id AND h.submerchant_id = e.resource_id AND h.to_status IS NOT NULL
             AND h.version = (e.frozen ->> 'version')::integer
             AND h.type IN ('submitted', 'approved', 'rejected', 'resubmission_requested', 'suspended', 'reactivated')
           WHERE (e.frozen ->> 'id')::uuid IS DISTINCT FROM e.resource_id
              OR h.to_status IS DISTINCT FROM e.frozen ->> 'status'
              OR (s.version = (e.frozen ->> 'version')::integer
                  AND (e.frozen ->> 'status', e.frozen ->> 'tax_id', e.frozen ->> 'legal_name', e.frozen ->> 'entity_type')
                      IS DISTINCT FROM (s.status, s.tax_id, s.legal_name, s.entity_type))`,
  },
  {
    // Events are kept for a while only after they were relayed: what is older cannot be asked for.
    name: 'every transition of a submerchant in the last day has its event',
    sql: `SELECT h.submerchant_id, h.type, h.at
            FROM submerchant_history h
            JOIN (VALUES ('submitted', 'submerchant.pending_review'), ('approved', 'submerchant.active'),
                         ('rejected', 'submerchant.rejected'), ('suspended', 'submerchant.suspended'),
                         ('resubmission_requested', 'submerchant.resubmission_requested'),
                         ('reactivated', 'submerchant.active')) AS announced (type, event) ON announced.type = h.type
           WHERE h.at > now() - interval '1 day'
             AND NOT EXISTS (
               SELECT 1 FROM outbox_events e
                WHERE e.merchant_id = h.merchant_id AND e.resource_id = h.submerchant_id
                  AND e.type = announced.event AND e.occurred_at = h.at)`,
  },
];
