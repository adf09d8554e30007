import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A second submission is reviewed by what changed since the first: what was said then is kept. Submissions from before
 * this migration have no row, and their cases show what they showed before.
 */
export class SubmittedRecords1763725310000 implements MigrationInterface {
  name = 'SubmittedRecords1763725310000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE submitted_records (
        merchant_id uuid NOT NULL,
        submerchant_id uuid NOT NULL,
        round integer NOT NULL,
        said jsonb NOT NULL,
        submitted_at timestamptz(3) NOT NULL,
        CONSTRAINT pk_submitted_records PRIMARY KEY (merchant_id, submerchant_id, round),
        CONSTRAINT fk_submitted_records_submerchant
          FOREIGN KEY (merchant_id, submerchant_id) REFERENCES submerchants (merchant_id, id),
        CONSTRAINT ck_submitted_records_round CHECK (round > 0)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE submitted_records');
  }
}
