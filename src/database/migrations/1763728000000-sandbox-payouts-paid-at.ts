import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The sandbox tells when it paid, however often and late it is asked (money contract §11, Times). */
export class SandboxPayoutsPaidAt1763728000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE sandbox_provider.payouts ADD COLUMN paid_at timestamptz(3)');
    await runner.query(`UPDATE sandbox_provider.payouts SET paid_at = created_at WHERE state = 'paid'`);
    await runner.query(`
      ALTER TABLE sandbox_provider.payouts
        ADD CONSTRAINT payouts_paid_at CHECK ((state = 'paid') = (paid_at IS NOT NULL))`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE sandbox_provider.payouts DROP COLUMN paid_at');
  }
}
