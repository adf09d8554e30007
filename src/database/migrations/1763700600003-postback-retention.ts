import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What the daily clean-up reads: deliveries by age are found through their time-ordered ids, held ones through an
 * index of their own. What it deletes is vacuumed early: a fifth of a large table is too much to wait for.
 */
export class PostbackRetention1763700600003 implements MigrationInterface {
  name = 'PostbackRetention1763700600003';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX ix_postback_deliveries_held ON postback_deliveries (updated_at) WHERE status = 'held'`);
    for (const table of ['postback_deliveries', 'postback_attempts']) {
      await runner.query(
        `ALTER TABLE ${table} SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02)`,
      );
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['postback_deliveries', 'postback_attempts']) {
      await runner.query(
        `ALTER TABLE ${table} RESET (autovacuum_vacuum_scale_factor, autovacuum_analyze_scale_factor)`,
      );
    }
    await runner.query('DROP INDEX ix_postback_deliveries_held');
  }
}
