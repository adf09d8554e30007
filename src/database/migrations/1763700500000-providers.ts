import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The calls to providers that move the money of charges, and what the built-in sandbox provider knows. */
export class Providers1763700500000 implements MigrationInterface {
  name = 'Providers1763700500000';

  async up(runner: QueryRunner): Promise<void> {
    await this.operations(runner);
    await this.intents(runner);
    await this.sandbox(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP SCHEMA sandbox_provider CASCADE');
    await runner.query('DROP TABLE provider_intents');
    await runner.query('DROP TABLE provider_operations');
  }

  private async operations(runner: QueryRunner): Promise<void> {
    await runner.query(OPERATIONS);
    // Two captures, or a capture and a void, never run side by side; refunds do (contract §6, Provider calls).
    await runner.query(
      `CREATE UNIQUE INDEX uq_provider_operations_exclusive ON provider_operations (charge_id)
        WHERE status = 'pending' AND kind IN ('authorize', 'capture', 'void')`,
    );
    // A payment that came too late is given back once, however often the provider tells of it.
    await runner.query(
      `CREATE UNIQUE INDEX uq_provider_operations_return ON provider_operations (charge_id) WHERE kind = 'return'`,
    );
    await runner.query(
      `CREATE UNIQUE INDEX uq_provider_operations_refund ON provider_operations (refund_id)
        WHERE refund_id IS NOT NULL`,
    );
    await runner.query(
      `CREATE INDEX ix_provider_operations_due ON provider_operations (next_attempt_at) WHERE status = 'pending'`,
    );
    await runner.query('CREATE INDEX ix_provider_operations_charge ON provider_operations (charge_id)');
  }

  /**
   * Payments that a provider was asked for before their charges exist: what never became a charge is found here and
   * cancelled, whoever died meanwhile. No foreign key: the charge comes later, or never.
   */
  private async intents(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE provider_intents (
        charge_id uuid NOT NULL,
        provider character varying(40) NOT NULL,
        amount_cents bigint NOT NULL,
        void_key uuid NOT NULL,
        attempts integer NOT NULL,
        next_attempt_at timestamptz(3) NOT NULL,
        CONSTRAINT pk_provider_intents PRIMARY KEY (charge_id),
        CONSTRAINT ck_provider_intents_amount CHECK (amount_cents BETWEEN 1 AND 9999999999)
      )`);
    await runner.query('CREATE INDEX ix_provider_intents_due ON provider_intents (next_attempt_at)');
  }

  /**
   * The sandbox has a schema of its own: it stands for a foreign system, so nothing of ours refers to its tables, and
   * its tables refer to nothing of ours.
   */
  private async sandbox(runner: QueryRunner): Promise<void> {
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
    // What it was told to do wrong: each row spoils the next calls, or notifications, of one kind. Whoever tests an
    // integration writes them; nothing of the service does (docs/sandbox.md).
    await runner.query(`
      CREATE TABLE sandbox_provider.faults (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        call character varying(20) NOT NULL
          CHECK (call IN ('authorize', 'capture', 'void', 'refund', 'paid', 'chargeback')),
        kind character varying(20) NOT NULL CHECK (kind IN ('slow', 'silent', 'lost', 'late', 'twice')),
        reference character varying(80),
        delay_ms integer NOT NULL DEFAULT 0 CHECK (delay_ms BETWEEN 0 AND 600000),
        remaining integer NOT NULL DEFAULT 1 CHECK (remaining >= 0),
        CHECK ((call IN ('paid', 'chargeback')) = (kind IN ('late', 'twice')))
      )`);
  }
}

const OPERATIONS = `
  CREATE TABLE provider_operations (
    id uuid NOT NULL,
    charge_id uuid NOT NULL,
    refund_id uuid,
    provider character varying(40) NOT NULL,
    kind character varying(20) NOT NULL,
    status character varying(20) NOT NULL,
    amount_cents bigint NOT NULL,
    attempts integer NOT NULL,
    next_attempt_at timestamptz(3) NOT NULL,
    idempotency_scope bytea,
    failure_code character varying(40),
    created_at timestamptz(3) NOT NULL,
    settled_at timestamptz(3),
    CONSTRAINT pk_provider_operations PRIMARY KEY (id),
    CONSTRAINT fk_provider_operations_charge FOREIGN KEY (charge_id) REFERENCES charges (id),
    CONSTRAINT fk_provider_operations_refund FOREIGN KEY (refund_id) REFERENCES refunds (id),
    CONSTRAINT ck_provider_operations_kind CHECK (kind IN ('authorize', 'capture', 'void', 'refund', 'return')),
    CONSTRAINT ck_provider_operations_status CHECK (status IN ('pending', 'succeeded', 'failed')),
    CONSTRAINT ck_provider_operations_refund CHECK ((kind = 'refund') = (refund_id IS NOT NULL)),
    CONSTRAINT ck_provider_operations_amount CHECK (amount_cents BETWEEN 1 AND 9999999999),
    CONSTRAINT ck_provider_operations_settled CHECK ((status = 'pending') = (settled_at IS NULL))
  )`;
