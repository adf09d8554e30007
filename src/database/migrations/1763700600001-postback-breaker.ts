import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The circuit breaker of an endpoint, in its row so that all workers agree, and whether it answers slowly. The sweep
 * now goes from endpoint to endpoint, so that one with a million rows does not fill it: its index was for rows.
 */
export class PostbackBreaker1763700600001 implements MigrationInterface {
  name = 'PostbackBreaker1763700600001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE postback_endpoints
        ADD COLUMN breaker_open_until timestamptz(3),
        ADD COLUMN breaker_openings integer NOT NULL DEFAULT 0,
        ADD COLUMN slow boolean NOT NULL DEFAULT false,
        ADD CONSTRAINT ck_postback_endpoints_breaker
          CHECK (breaker_openings >= 0 AND (breaker_openings = 0) = (breaker_open_until IS NULL))`);
    await runner.query('DROP INDEX ix_postback_deliveries_sweep');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX ix_postback_deliveries_sweep ON postback_deliveries (next_attempt_at)
        WHERE status IN ('pending', 'retrying')`);
    await runner.query(`
      ALTER TABLE postback_endpoints
        DROP CONSTRAINT ck_postback_endpoints_breaker,
        DROP COLUMN slow,
        DROP COLUMN breaker_openings,
        DROP COLUMN breaker_open_until`);
  }
}
