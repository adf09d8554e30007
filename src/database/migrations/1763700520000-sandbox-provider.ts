import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What the built-in sandbox provider knows, in a schema of its own: it stands for a foreign system, so nothing of ours
 * refers to its tables, and its tables refer to nothing of ours.
 */
export class SandboxProvider1763700520000 implements MigrationInterface {
  name = 'SandboxProvider1763700520000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE SCHEMA sandbox_provider');
    await runner.query(`
      CREATE TABLE sandbox_provider.payments (
        reference character varying(80) PRIMARY KEY,
        state character varying(20) NOT NULL CHECK (state IN ('authorized', 'captured', 'voided', 'declined')),
        amount_cents bigint NOT NULL CHECK (amount_cents > 0),
        captured_cents bigint NOT NULL DEFAULT 0 CHECK (captured_cents BETWEEN 0 AND amount_cents),
        refunded_cents bigint NOT NULL DEFAULT 0 CHECK (refunded_cents BETWEEN 0 AND captured_cents),
        created_at timestamptz(3) NOT NULL DEFAULT now()
      )`);
    // One row a request: sent again under the same key it is answered from here and does nothing.
    await runner.query(`
      CREATE TABLE sandbox_provider.requests (
        key uuid PRIMARY KEY,
        kind character varying(20) NOT NULL,
        reference character varying(80) NOT NULL,
        outcome jsonb NOT NULL,
        created_at timestamptz(3) NOT NULL DEFAULT now()
      )`);
    await runner.query(`
      CREATE TABLE sandbox_provider.notifications (
        id uuid PRIMARY KEY,
        kind character varying(20) NOT NULL CHECK (kind IN ('paid', 'chargeback')),
        reference character varying(80) NOT NULL REFERENCES sandbox_provider.payments,
        body jsonb NOT NULL,
        due_at timestamptz(3) NOT NULL,
        delivered_at timestamptz(3),
        UNIQUE (reference, kind)
      )`);
    await runner.query(
      'CREATE INDEX notifications_due ON sandbox_provider.notifications (due_at) WHERE delivered_at IS NULL',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP SCHEMA sandbox_provider CASCADE');
  }
}
