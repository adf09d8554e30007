import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a merchant does to where its money goes is in the audit log, too (decision 0018). */
export class AuditedMerchants1763727000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await allow(runner, "'operator', 'merchant', 'cli', 'system'");
    await runner.query('ALTER TABLE audit_entries VALIDATE CONSTRAINT ck_audit_entries_actor_kind');
  }

  /** Entries of merchants stay: nothing is taken out of the log. */
  async down(runner: QueryRunner): Promise<void> {
    await allow(runner, "'operator', 'cli', 'system'");
  }
}

/** Of what is written from now on. */
async function allow(runner: QueryRunner, kinds: string): Promise<void> {
  await runner.query(
    `ALTER TABLE audit_entries DROP CONSTRAINT ck_audit_entries_actor_kind,
       ADD CONSTRAINT ck_audit_entries_actor_kind CHECK (actor_kind IN (${kinds})) NOT VALID`,
  );
}
