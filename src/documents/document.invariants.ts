import { changedSince, type Invariant } from '../common/invariants';

export const documentInvariants: readonly Invariant[] = [
  {
    name: 'at most one document of a type and legal representative is current',
    sql: `SELECT submerchant_id, type, legal_representative_id, count(*) FROM submerchant_documents
          WHERE replaced_at IS NULL GROUP BY merchant_id, submerchant_id, type, legal_representative_id HAVING count(*) > 1`,
  },
  {
    name: 'a replaced document has a newer one of its kind',
    sql: `SELECT old.id FROM submerchant_documents old WHERE old.replaced_at IS NOT NULL AND NOT EXISTS (
            SELECT 1 FROM submerchant_documents newer WHERE (newer.merchant_id, newer.submerchant_id) = (old.merchant_id, old.submerchant_id)
              AND newer.type = old.type AND newer.legal_representative_id IS NOT DISTINCT FROM old.legal_representative_id
              AND newer.id <> old.id AND newer.created_at >= old.created_at)`,
  },
  {
    name: 'a partner document belongs to a legal representative of the same submerchant',
    sql: `SELECT document.id FROM submerchant_documents document
          LEFT JOIN legal_representatives partner
            ON (partner.merchant_id, partner.id) = (document.merchant_id, document.legal_representative_id)
          WHERE (document.type LIKE 'partner\\_%') <> (document.legal_representative_id IS NOT NULL)
            OR partner.submerchant_id IS DISTINCT FROM document.submerchant_id AND document.legal_representative_id IS NOT NULL`,
  },
  {
    name: 'a document was not sent in a round that its submerchant has not reached',
    sql: `SELECT document.id, document.round, submerchant.rounds FROM submerchant_documents document
          JOIN submerchants submerchant
            ON (submerchant.merchant_id, submerchant.id) = (document.merchant_id, document.submerchant_id)
          WHERE document.round > submerchant.rounds`,
  },
  {
    name: 'a document is not older than its events told, and as the last one told it',
    sql: `SELECT d.id AS document_id, e.id AS event_id, d.version, e.frozen ->> 'version' AS told
            FROM (SELECT *, (payload::jsonb -> 'document') AS frozen FROM outbox_events
                   WHERE type LIKE 'document.%' AND ${changedSince('occurred_at')} OFFSET 0) e
            JOIN submerchant_documents d ON d.merchant_id = e.merchant_id AND d.id = e.resource_id
           WHERE d.version < (e.frozen ->> 'version')::integer
              OR (e.type <> 'document.expiring' AND e.type <> 'document.' || (e.frozen ->> 'status'))
              OR (d.version = (e.frozen ->> 'version')::integer
                  AND (e.frozen ->> 'status', e.frozen ->> 'type', e.frozen ->> 'file_url')
                      IS DISTINCT FROM (d.status, d.type, d.file_url))`,
  },
  {
    name: 'a decided document says when, and an undecided one does not',
    sql: `SELECT id, status FROM submerchant_documents
          WHERE (status IN ('approved', 'rejected') AND verified_at IS NULL) OR (status = 'pending' AND verified_at IS NOT NULL)`,
  },
];
