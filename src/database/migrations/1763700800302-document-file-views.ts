import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When an operator's look at a file was last written into the audit log: not every turn of a page is an entry. */
export class DocumentFileViews1763700800302 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE document_file_views (
        document_id uuid NOT NULL,
        operator_id uuid NOT NULL,
        viewed_at timestamptz(3) NOT NULL,
        CONSTRAINT pk_document_file_views PRIMARY KEY (document_id, operator_id),
        CONSTRAINT fk_document_file_views_document FOREIGN KEY (document_id)
          REFERENCES submerchant_documents (id) ON DELETE CASCADE
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE document_file_views`);
  }
}
