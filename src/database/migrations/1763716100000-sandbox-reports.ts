import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the sandbox reports of each day, in its own books, and what it was told to report wrong (money contract §19). */
export class SandboxReports1763716100000 implements MigrationInterface {
  name = 'SandboxReports1763716100000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE sandbox_provider.payments
        ADD COLUMN installments smallint NOT NULL DEFAULT 1 CHECK (installments BETWEEN 1 AND 12)`);
    await runner.query(`
      CREATE TABLE sandbox_provider.report_lines (
        seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        line_id character varying(100) NOT NULL UNIQUE,
        account_id uuid NOT NULL,
        day date NOT NULL,
        type character varying(20) NOT NULL
          CHECK (type IN ('payment', 'refund', 'dispute', 'dispute_return', 'payout', 'payout_return')),
        reference character varying(80) NOT NULL,
        installment smallint,
        gross_cents bigint NOT NULL CHECK (gross_cents > 0),
        fee_cents bigint NOT NULL CHECK (fee_cents >= 0)
      )`);
    await runner.query(
      'CREATE INDEX report_lines_day ON sandbox_provider.report_lines (account_id, day, seq)',
    );
    await runner.query(
      'CREATE INDEX report_lines_reference ON sandbox_provider.report_lines (reference, type)',
    );
    await runner.query(`
      CREATE TABLE sandbox_provider.report_faults (
        line_id character varying(100) PRIMARY KEY REFERENCES sandbox_provider.report_lines (line_id),
        action character varying(10) NOT NULL CHECK (action IN ('drop', 'double', 'alter')),
        gross_cents bigint CHECK (gross_cents BETWEEN 0 AND 9999999999),
        day date,
        CHECK ((action = 'alter') = (num_nonnulls(gross_cents, day) > 0))
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE sandbox_provider.report_faults, sandbox_provider.report_lines');
    await runner.query('ALTER TABLE sandbox_provider.payments DROP COLUMN installments');
  }
}
