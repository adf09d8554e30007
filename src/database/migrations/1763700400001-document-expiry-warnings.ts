import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Remembers which warning of a document's expiry was sent last, so that none is sent twice. */
export class DocumentExpiryWarnings1763700400001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE submerchant_documents ADD COLUMN expiry_warned_days integer`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE submerchant_documents DROP COLUMN expiry_warned_days`);
  }
}
