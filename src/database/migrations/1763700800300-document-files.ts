import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The files of documents as operators saw them, encrypted, one row a document. A row without content is a fetch that
 * runs, or the last one that failed.
 */
export class DocumentFiles1763700800300 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE document_files (
        document_id uuid NOT NULL,
        attempt_id uuid NOT NULL,
        leased_until timestamptz(3),
        failure_code varchar(20),
        failure_message varchar(300),
        content_type varchar(20),
        size_bytes integer,
        sha256 bytea,
        key_id varchar(32),
        sealed bytea,
        fetched_at timestamptz(3),
        CONSTRAINT pk_document_files PRIMARY KEY (document_id),
        CONSTRAINT fk_document_files_document FOREIGN KEY (document_id)
          REFERENCES submerchant_documents (id) ON DELETE CASCADE,
        CONSTRAINT ck_document_files_content CHECK (CASE
          num_nonnulls(content_type, size_bytes, sha256, key_id, sealed, fetched_at)
          WHEN 0 THEN true
          WHEN 6 THEN leased_until IS NULL AND failure_code IS NULL
          ELSE false END),
        CONSTRAINT ck_document_files_failure CHECK (
          num_nonnulls(failure_code, failure_message) <> 1
          AND failure_code IN ('FILE_UNAVAILABLE', 'FILE_TOO_LARGE', 'FILE_TYPE_REFUSED')),
        CONSTRAINT ck_document_files_content_type
          CHECK (content_type IN ('application/pdf', 'image/png', 'image/jpeg')),
        CONSTRAINT ck_document_files_size_bytes CHECK (size_bytes BETWEEN 1 AND 10485760),
        CONSTRAINT ck_document_files_sha256 CHECK (octet_length(sha256) = 32)
      )`);
    // Encrypted bytes do not compress: not trying saves the time, and lets a part be read without the rest.
    await runner.query(`ALTER TABLE document_files ALTER COLUMN sealed SET STORAGE EXTERNAL`);
    await runner.query(
      `CREATE INDEX ix_document_files_sha256 ON document_files (sha256) WHERE sha256 IS NOT NULL`,
    );
    // What was approved stays what was seen: a file that was kept is never exchanged, only encrypted anew.
    await runner.query(`
      CREATE FUNCTION check_document_file_kept() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        RAISE EXCEPTION 'the file of a document was fetched once and for all'
          USING ERRCODE = 'check_violation', CONSTRAINT = 'ck_document_files_kept';
      END $$`);
    await runner.query(`
      CREATE TRIGGER ck_document_files_kept BEFORE UPDATE ON document_files FOR EACH ROW
      WHEN (OLD.sha256 IS NOT NULL AND (OLD.document_id, OLD.content_type, OLD.size_bytes, OLD.sha256, OLD.fetched_at)
        IS DISTINCT FROM (NEW.document_id, NEW.content_type, NEW.size_bytes, NEW.sha256, NEW.fetched_at))
      EXECUTE FUNCTION check_document_file_kept()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE document_files`);
    await runner.query(`DROP FUNCTION check_document_file_kept()`);
  }
}
