import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Payments that the sandbox gives nothing back of (money contract §20, Sandbox: `tok_refund_fails`). */
export class SandboxFinalPayments1763712500000 implements MigrationInterface {
  name = 'SandboxFinalPayments1763712500000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE sandbox_provider.payments ADD COLUMN is_final boolean NOT NULL DEFAULT false',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE sandbox_provider.payments DROP COLUMN is_final');
  }
}
