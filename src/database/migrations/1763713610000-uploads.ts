import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Files of documents that were uploaded here, for merchants that host none themselves; sealed. */
export class Uploads1763713610000 implements MigrationInterface {
  name = 'Uploads1763713610000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE uploads (
        merchant_id uuid NOT NULL,
        id uuid NOT NULL,
        submerchant_id uuid NOT NULL,
        file_url text NOT NULL,
        mime_type character varying(20) NOT NULL,
        size_bytes integer NOT NULL,
        sha256 bytea NOT NULL,
        key_id character varying(32) NOT NULL,
        sealed bytea NOT NULL,
        created_at timestamptz(3) NOT NULL,
        CONSTRAINT pk_uploads PRIMARY KEY (merchant_id, id),
        CONSTRAINT fk_uploads_submerchant FOREIGN KEY (merchant_id, submerchant_id)
          REFERENCES submerchants (merchant_id, id) ON DELETE CASCADE,
        CONSTRAINT ck_uploads_mime_type CHECK (mime_type IN ('application/pdf', 'image/png', 'image/jpeg')),
        CONSTRAINT ck_uploads_size_bytes CHECK (size_bytes BETWEEN 1 AND 10485760),
        CONSTRAINT ck_uploads_sha256 CHECK (octet_length(sha256) = 32),
        CONSTRAINT ck_uploads_sealed CHECK (octet_length(sealed) = size_bytes + 28)
      )`);
    await runner.query('CREATE INDEX ix_uploads_submerchant ON uploads (merchant_id, submerchant_id)');
    await runner.query('CREATE INDEX ix_uploads_created_at ON uploads (created_at)');
    // Compressing what is sealed is work for nothing.
    await runner.query('ALTER TABLE uploads ALTER COLUMN sealed SET STORAGE EXTERNAL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE uploads');
  }
}
