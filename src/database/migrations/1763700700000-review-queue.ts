import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What waits for an operator, as a view that the queue reads, and the indexes behind it and behind the findings: the
 * same tax number and the same file elsewhere.
 */
export class ReviewQueue1763700700000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE INDEX ix_submerchants_tax_id ON submerchants (merchant_id, tax_id)`);
    // An address of a file may be longer than a B-tree entry: a hash index has no such limit.
    await runner.query(`
      CREATE INDEX ix_submerchant_documents_file ON submerchant_documents USING hash (file_url)
        WHERE replaced_at IS NULL`);
    // Without those of registrations that were never submitted, which are the most.
    await runner.query(`
      CREATE INDEX ix_submerchant_documents_waiting ON submerchant_documents (submerchant_id)
        WHERE replaced_at IS NULL AND status = 'pending' AND round > 0`);
    await runner.query(CREATE_VIEW);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP VIEW review_queue`);
    await runner.query(`DROP INDEX ix_submerchant_documents_waiting`);
    await runner.query(`DROP INDEX ix_submerchant_documents_file`);
    await runner.query(`DROP INDEX ix_submerchants_tax_id`);
  }
}

const RECORD = `submerchant.id, submerchant.merchant_id, merchant.name AS merchant_name, merchant.mode AS merchant_mode,
  submerchant.status, submerchant.entity_type, submerchant.trade_name, submerchant.legal_name, submerchant.tax_id,
  submerchant.rounds, submerchant.version, submerchant.submitted_at, submerchant.search_text`;

/** A document that was sent to an active submerchant after its submission has a round above 0 (decision 0053). */
const CREATE_VIEW = `
  CREATE VIEW review_queue AS
    SELECT ${RECORD}, 'registration' AS kind, submerchant.submitted_at AS waiting_since
    FROM submerchants submerchant
    JOIN merchants merchant ON merchant.id = submerchant.merchant_id
    WHERE submerchant.status = 'pending_review'
  UNION ALL
    SELECT ${RECORD}, 'document_update' AS kind, sent.waiting_since
    FROM (SELECT document.submerchant_id, min(document.created_at) AS waiting_since
      FROM submerchant_documents document
      WHERE document.replaced_at IS NULL AND document.status = 'pending' AND document.round > 0
        AND (document.expires_on IS NULL OR document.expires_on > now())
      GROUP BY document.submerchant_id) sent
    JOIN submerchants submerchant ON submerchant.id = sent.submerchant_id
    JOIN merchants merchant ON merchant.id = submerchant.merchant_id
    WHERE submerchant.status IN ('active', 'suspended')`;
