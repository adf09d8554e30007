import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What resends ask for beside a delivery's schedule takes no place in it (contract §7, Held). */
export class ExtraAttempts1763741000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE postback_deliveries ADD COLUMN extra_attempts integer NOT NULL DEFAULT 0',
    );
    await runner.query(`
      ALTER TABLE postback_deliveries ADD CONSTRAINT ck_postback_deliveries_resends
        CHECK (extra_attempts >= 0 AND (NOT resend_due OR status IN ('pending', 'retrying'))) NOT VALID`);
    await runner.query('ALTER TABLE postback_deliveries VALIDATE CONSTRAINT ck_postback_deliveries_resends');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE postback_deliveries DROP CONSTRAINT ck_postback_deliveries_resends, DROP COLUMN extra_attempts',
    );
  }
}
