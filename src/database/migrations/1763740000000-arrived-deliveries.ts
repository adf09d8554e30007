import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What has arrived once stays delivered, whatever becomes of its repeats (contract §7, Held). */
export class ArrivedDeliveries1763740000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // Repeats that a pause or a deletion held up.
    await runner.query(`
      UPDATE postback_deliveries SET status = 'delivered', next_attempt_at = NULL, resend_due = false, updated_at = now()
       WHERE delivered_at IS NOT NULL AND status NOT IN ('delivered', 'retrying')`);
    await runner.query(`
      ALTER TABLE postback_deliveries ADD CONSTRAINT ck_postback_deliveries_arrived
        CHECK (delivered_at IS NULL OR status IN ('delivered', 'retrying')) NOT VALID`);
    await runner.query('ALTER TABLE postback_deliveries VALIDATE CONSTRAINT ck_postback_deliveries_arrived');
  }

  /** What was put right stays so. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE postback_deliveries DROP CONSTRAINT ck_postback_deliveries_arrived');
  }
}
