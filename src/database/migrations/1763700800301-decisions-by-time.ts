import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the statistics count: the steps that left pending_review, by their time, and the submissions they decided. */
export class DecisionsByTime1763700800301 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX ix_submerchant_history_decided ON submerchant_history (at)
        WHERE from_status = 'pending_review' AND operator_id IS NOT NULL`);
    await runner.query(`
      CREATE INDEX ix_submerchant_history_submitted ON submerchant_history (submerchant_id, version) INCLUDE (at)
        WHERE type = 'submitted'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX ix_submerchant_history_submitted`);
    await runner.query(`DROP INDEX ix_submerchant_history_decided`);
  }
}
