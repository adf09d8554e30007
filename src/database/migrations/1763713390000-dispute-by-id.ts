import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Operators open a dispute by its id alone: they do not say whose it is (money contract §20). */
export class DisputeById1763713390000 implements MigrationInterface {
  name = 'DisputeById1763713390000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE INDEX ix_disputes_id ON disputes (id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX ix_disputes_id');
  }
}
