import type { Invariant } from '../common/invariants';
import { DOCUMENT_TYPES } from '../documents';

/** The documents that a registration needs (specification, Submerchant document), as SQL rows. */
const REQUIRED = DOCUMENT_TYPES.filter(({ required }) => required)
  .map(({ type, entityType, perPartner }) => `('${entityType}', '${type}', ${perPartner})`)
  .join(', ');

export const caseInvariants: readonly Invariant[] = [
  {
    name: 'a decision that waits for a second operator was taken on the present version of a case in review',
    sql: `SELECT first.submerchant_id, first.version, submerchant.version AS present, submerchant.status
          FROM case_first_decisions first JOIN submerchants submerchant ON submerchant.merchant_id = first.merchant_id AND submerchant.id = first.submerchant_id
          WHERE first.version <> submerchant.version OR submerchant.status <> 'pending_review'`,
  },
  {
    name: 'nobody holds a case that is back with its merchant or rejected',
    sql: `SELECT claim.submerchant_id, claim.operator_id, submerchant.status
          FROM case_claims claim JOIN submerchants submerchant ON submerchant.merchant_id = claim.merchant_id AND submerchant.id = claim.submerchant_id
          WHERE submerchant.status IN ('pending', 'rejected')`,
  },
  {
    // A merchant may change and remove addresses of an active submerchant (contract §5, locks); in review they are locked.
    name: 'a registration in review has the address that it needs, and it keeps its documents from there on',
    sql: `SELECT s.id AS submerchant_id, 'address' AS missing, NULL AS legal_representative_id
            FROM submerchants s
           WHERE s.status = 'pending_review'
             AND NOT EXISTS (SELECT 1 FROM submerchant_addresses a WHERE a.merchant_id = s.merchant_id AND a.submerchant_id = s.id)
          UNION ALL
          SELECT s.id, needed.type, partner.id
            FROM submerchants s
            JOIN (VALUES ${REQUIRED}) AS needed (entity_type, type, per_partner) ON needed.entity_type = s.entity_type
            LEFT JOIN legal_representatives partner
              ON needed.per_partner AND partner.merchant_id = s.merchant_id AND partner.submerchant_id = s.id
           WHERE s.status IN ('pending_review', 'active', 'suspended') AND (NOT needed.per_partner OR partner.id IS NOT NULL)
             AND NOT EXISTS (SELECT 1 FROM submerchant_documents d
                              WHERE d.merchant_id = s.merchant_id AND d.submerchant_id = s.id AND d.type = needed.type
                                AND d.legal_representative_id IS NOT DISTINCT FROM partner.id AND d.replaced_at IS NULL)`,
  },
  {
    // One that was sent again since waits for a verdict of its own.
    name: 'the documents that an active registration was approved with were approved',
    sql: `SELECT s.id AS submerchant_id, d.id AS document_id, d.type, d.status
            FROM submerchants s
            CROSS JOIN LATERAL (SELECT max(h.at) AS at FROM submerchant_history h
                                 WHERE h.merchant_id = s.merchant_id AND h.submerchant_id = s.id AND h.type = 'approved') approved
            JOIN (VALUES ${REQUIRED}) AS needed (entity_type, type, per_partner) ON needed.entity_type = s.entity_type
            JOIN submerchant_documents d
              ON d.merchant_id = s.merchant_id AND d.submerchant_id = s.id AND d.type = needed.type AND d.replaced_at IS NULL
           WHERE s.status IN ('active', 'suspended') AND d.created_at <= approved.at AND d.status IN ('pending', 'rejected')`,
  },
];
