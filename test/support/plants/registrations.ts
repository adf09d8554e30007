import { plant, type Plant } from './plant';

const AN_OPERATOR = `(SELECT min(id::text)::uuid FROM operators)`;

/** Registrations, documents, cases and the audit log. */
export const registrations: readonly Plant[] = [
  plant(
    'a seller in review without its address',
    'a registration in review has the address that it needs, and it keeps its documents from there on',
    `UPDATE submerchants SET status = 'pending_review' WHERE id = $seller`,
    'DELETE FROM submerchant_addresses WHERE submerchant_id = $seller',
  ),
  plant(
    'an active seller without a document',
    'a registration in review has the address that it needs, and it keeps its documents from there on',
    `DELETE FROM submerchant_documents WHERE submerchant_id = $seller AND type = 'front_id'`,
  ),
  plant(
    'an active seller with a document that was refused',
    'the documents that an active registration was approved with were approved',
    `UPDATE submerchant_documents SET status = 'rejected', rejection_code = 'other' WHERE submerchant_id = $seller AND type = 'front_id'`,
  ),
  plant(
    'a seller that nobody approved',
    'the status of a submerchant is the one its history last led to',
    `UPDATE submerchants SET status = 'suspended' WHERE id = $seller`,
  ),
  plant(
    'a history of a seller with a step cut out',
    'each step of the history begins where the one before ended',
    `DELETE FROM submerchant_history WHERE submerchant_id = $seller AND type = 'submitted'`,
  ),
  plant(
    'a version of a seller below its history',
    'the version of a submerchant is that of the last step of its history',
    'UPDATE submerchants SET version = 1 WHERE id = $seller',
  ),
  plant(
    'an event of a seller other than the record',
    'an event of a submerchant tells what its history has, and the last one what it is',
    `UPDATE submerchants SET tax_id = '11144477735' WHERE id = $seller`,
  ),
  plant(
    'a transition of a seller without its event',
    'every transition of a submerchant in the last day has its event',
    `DELETE FROM outbox_events WHERE type = 'submerchant.active'`,
  ),
  plant(
    'two primary addresses',
    'a submerchant with addresses has exactly one primary address',
    'UPDATE submerchant_addresses SET is_primary = false WHERE submerchant_id = $seller',
  ),
  plant(
    'a partner of an individual',
    'an individual has no legal representatives',
    `UPDATE legal_representatives SET submerchant_id = $seller`,
  ),
  plant(
    'two primary activities',
    'at most one activity of a submerchant is primary',
    `UPDATE submerchants SET cnaes = '[{"code": "1", "is_primary": true}, {"code": "2", "is_primary": true}]' WHERE id = $seller`,
  ),
  plant(
    'a company in review without partners',
    'a company in review or beyond has at least one legal representative',
    `UPDATE submerchants SET status = 'active', submitted_at = now(), reviewed_at = now(), activated_at = now(), rounds = 1
      WHERE entity_type = 'pj'`,
    'DELETE FROM legal_representatives',
  ),
  plant(
    'two current documents of a kind',
    'at most one document of a type and legal representative is current',
    'DROP INDEX uq_submerchant_documents_current',
    'UPDATE submerchant_documents SET replaced_at = NULL',
  ),
  plant(
    'a replaced document without a newer one',
    'a replaced document has a newer one of its kind',
    `UPDATE submerchant_documents SET replaced_at = now() WHERE submerchant_id = $seller AND type = 'front_id'`,
  ),
  plant(
    'a partner document of another company',
    'a partner document belongs to a legal representative of the same submerchant',
    `UPDATE legal_representatives SET submerchant_id = $seller`,
  ),
  plant(
    'a document of a round that was not reached',
    'a document was not sent in a round that its submerchant has not reached',
    'UPDATE submerchant_documents SET round = 99 WHERE submerchant_id = $seller',
  ),
  plant(
    'a verdict without its moment',
    'a decided document says when, and an undecided one does not',
    'UPDATE submerchant_documents SET verified_at = NULL WHERE submerchant_id = $seller',
  ),
  plant(
    'a document older than it was told',
    'a document is not older than its events told, and as the last one told it',
    'UPDATE submerchant_documents SET version = 1 WHERE submerchant_id = $seller',
  ),
  plant(
    'a first decision on another version',
    'a decision that waits for a second operator was taken on the present version of a case in review',
    `INSERT INTO case_first_decisions (merchant_id, submerchant_id, version, decision, operator_id, reasons, decided_at)
       SELECT merchant_id, id, version, 'approve', ${AN_OPERATOR}, '[]', now() FROM submerchants WHERE id = $seller`,
  ),
  plant(
    'a claim of a case that is back with its merchant',
    'nobody holds a case that is back with its merchant or rejected',
    `INSERT INTO case_claims (merchant_id, submerchant_id, operator_id, claimed_at, expires_at)
       SELECT merchant_id, id, ${AN_OPERATOR}, now(), now() + interval '1 hour' FROM submerchants WHERE status = 'pending' LIMIT 1`,
  ),
  plant(
    'a kept file that was cut',
    'a kept file is as long as it says, sealed in pieces',
    `INSERT INTO document_files (merchant_id, document_id, attempt_id, content_type, size_bytes, sha256, key_id, sealed, fetched_at)
       SELECT merchant_id, id, id, 'application/pdf', 100, sha256('x'), 'k', 'too short', now() FROM submerchant_documents LIMIT 1`,
  ),
  plant(
    'a verdict on another file',
    'a verdict that names a file names the one that is kept',
    `UPDATE submerchant_history SET details = details || '{"file_sha256": "00"}' WHERE type = 'document_approved'`,
  ),
  plant(
    'an audit entry cut out',
    'the audit log has no gaps, and its head names its last entry',
    'ALTER TABLE audit_entries DISABLE TRIGGER USER',
    'DELETE FROM audit_entries WHERE sequence = 2',
  ),
  plant(
    'an altered audit entry',
    'every entry of the audit log is the one that was written',
    'ALTER TABLE audit_entries DISABLE TRIGGER USER',
    `UPDATE audit_entries SET details = '{"altered": true}' WHERE sequence = 1`,
  ),
];
