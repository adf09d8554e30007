import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A key whose operation waits for a second operator says for what, and is answered by how that stands (contract §1). */
export class PendingKeys1763732000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE idempotency_records ADD COLUMN waits_for jsonb,
        ADD CONSTRAINT ck_idempotency_records_waits_for CHECK (waits_for IS NULL OR response_status = 202)`);
    await runner.query(
      `CREATE INDEX ix_idempotency_records_waiting ON idempotency_records ((waits_for ->> 'kind')) WHERE waits_for IS NOT NULL`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX ix_idempotency_records_waiting');
    await runner.query(`
      ALTER TABLE idempotency_records DROP CONSTRAINT ck_idempotency_records_waits_for, DROP COLUMN waits_for`);
  }
}
