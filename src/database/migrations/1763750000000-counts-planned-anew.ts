import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What folds changes into counts mostly finds a few rows and now and then tens of thousands: by the plan that a connection made
 * for the few it compared each with all others (decision 0041).
 */
export class CountsPlannedAnew1763750000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER FUNCTION fold_charge_counts(integer) SET plan_cache_mode = 'force_custom_plan'`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER FUNCTION fold_charge_counts(integer) RESET plan_cache_mode');
  }
}
