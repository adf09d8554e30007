import type { MigrationInterface, QueryRunner } from 'typeorm';

/** As in src/providers/sandbox. */
const SANDBOX_ACCOUNT = '019aa5f0-0000-7000-8000-00000000005b';

/** Accounts at institutions, what they are asked and what they tell, and what the built-in sandbox provider knows. */
export class Providers1763700500000 implements MigrationInterface {
  name = 'Providers1763700500000';

  async up(runner: QueryRunner): Promise<void> {
    await this.accounts(runner);
    await this.calls(runner);
    await this.references(runner);
    await this.notifications(runner);
    await this.intents(runner);
    await this.sandbox(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP SCHEMA sandbox_provider CASCADE');
    await runner.query('DROP TABLE provider_intents');
    await runner.query('DROP TABLE provider_notifications');
    await runner.query('DROP TABLE provider_references');
    await runner.query('DROP TABLE provider_calls');
    await runner.query('DROP TABLE provider_accounts');
  }

  /** Accounts are found by the id in a URL, which knows no merchant; one of the platform has none. */
  private async accounts(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE provider_accounts (
        id uuid NOT NULL,
        merchant_id uuid,
        mode character varying(10) NOT NULL,
        adapter character varying(40) NOT NULL,
        methods character varying[] NOT NULL,
        credentials_box text,
        status character varying(10) NOT NULL,
        created_at timestamptz(3) NOT NULL,
        disabled_at timestamptz(3),
        CONSTRAINT pk_provider_accounts PRIMARY KEY (id),
        CONSTRAINT fk_provider_accounts_merchant FOREIGN KEY (merchant_id) REFERENCES merchants (id),
        CONSTRAINT ck_provider_accounts_mode CHECK (mode IN ('test', 'live')),
        CONSTRAINT ck_provider_accounts_status CHECK (status IN ('active', 'disabled')),
        CONSTRAINT ck_provider_accounts_disabled CHECK ((status = 'disabled') = (disabled_at IS NOT NULL)),
        CONSTRAINT ck_provider_accounts_methods CHECK (cardinality(methods) BETWEEN 1 AND 4
          AND methods <@ ARRAY['pix', 'credit_card', 'debit_card', 'boleto']::varchar[])
      )`);
    await runner.query(
      'CREATE INDEX ix_provider_accounts_merchant ON provider_accounts (merchant_id, created_at)',
    );
    // Test merchants work from the start (contract §2).
    await runner.query(`
      INSERT INTO provider_accounts (id, merchant_id, mode, adapter, methods, credentials_box, status, created_at)
      VALUES ('${SANDBOX_ACCOUNT}', NULL, 'test', 'sandbox',
        ARRAY['pix', 'credit_card', 'debit_card', 'boleto']::varchar[], NULL, 'active', now())`);
  }

  /** What it is about belongs to another feature, so no foreign key leads there: invariants do. */
  private async calls(runner: QueryRunner): Promise<void> {
    await runner.query(CALLS);
    // Two captures, or a capture and a void, never run side by side; refunds do (contract §6, Provider calls).
    await runner.query(
      `CREATE UNIQUE INDEX uq_provider_calls_exclusive ON provider_calls (merchant_id, subject_type, subject_id)
        WHERE status = 'pending' AND kind IN ('authorize', 'capture', 'void')`,
    );
    await runner.query(
      `CREATE UNIQUE INDEX uq_provider_calls_refund ON provider_calls (merchant_id, subject_type, subject_id)
        WHERE kind = 'refund'`,
    );
    await runner.query(
      `CREATE INDEX ix_provider_calls_first ON provider_calls (next_attempt_at) WHERE status = 'pending' AND attempts = 0`,
    );
    await runner.query(
      `CREATE INDEX ix_provider_calls_repeated ON provider_calls (next_attempt_at) WHERE status = 'pending' AND attempts > 0`,
    );
    await runner.query(
      'CREATE INDEX ix_provider_calls_subject ON provider_calls (merchant_id, subject_id, created_at)',
    );
  }

  /** What institutions call what is ours: the small table by which a notification finds its merchant. */
  private async references(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE provider_references (
        account_id uuid NOT NULL,
        reference character varying(80) NOT NULL,
        merchant_id uuid NOT NULL,
        subject_type character varying(40) NOT NULL,
        subject_id uuid NOT NULL,
        CONSTRAINT pk_provider_references PRIMARY KEY (account_id, reference)
      )`);
  }

  /** The bytes that came, by the institution's own name of them: once. */
  private async notifications(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE provider_notifications (
        account_id uuid NOT NULL,
        notification_id character varying(200) NOT NULL,
        body bytea NOT NULL,
        status character varying(20) NOT NULL,
        attempts integer NOT NULL,
        next_attempt_at timestamptz(3) NOT NULL,
        received_at timestamptz(3) NOT NULL,
        processed_at timestamptz(3),
        CONSTRAINT pk_provider_notifications PRIMARY KEY (account_id, notification_id),
        CONSTRAINT fk_provider_notifications_account FOREIGN KEY (account_id) REFERENCES provider_accounts (id),
        CONSTRAINT ck_provider_notifications_status CHECK (status IN ('pending', 'processed', 'abandoned')),
        CONSTRAINT ck_provider_notifications_processed CHECK ((status = 'pending') = (processed_at IS NULL))
      )`);
    await runner.query(
      `CREATE INDEX ix_provider_notifications_due ON provider_notifications (next_attempt_at)
        WHERE status = 'pending'`,
    );
    await runner.query(
      `CREATE INDEX ix_provider_notifications_processed ON provider_notifications (processed_at)
        WHERE processed_at IS NOT NULL`,
    );
  }

  /**
   * Payments that a provider was asked for before what they are for exists: what never came to be is found here and
   * cancelled, whoever died meanwhile.
   */
  private async intents(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE provider_intents (
        merchant_id uuid NOT NULL,
        key uuid NOT NULL,
        account_id uuid NOT NULL,
        method character varying(20) NOT NULL,
        amount_cents bigint NOT NULL,
        void_key uuid NOT NULL,
        attempts integer NOT NULL,
        next_attempt_at timestamptz(3) NOT NULL,
        CONSTRAINT pk_provider_intents PRIMARY KEY (merchant_id, key),
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
    // With what it signs its notifications: its own affair, as that of any institution.
    await runner.query('CREATE TABLE sandbox_provider.signing_key (secret text NOT NULL)');
    await runner.query(`
      INSERT INTO sandbox_provider.signing_key (secret)
      SELECT replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '')`);
    await runner.query(`
      CREATE TABLE sandbox_provider.payments (
        reference character varying(80) PRIMARY KEY,
        state character varying(20) NOT NULL CHECK (state IN ('authorized', 'captured', 'voided', 'declined')),
        amount_cents bigint NOT NULL CHECK (amount_cents > 0),
        captured_cents bigint NOT NULL DEFAULT 0 CHECK (captured_cents BETWEEN 0 AND amount_cents),
        refunded_cents bigint NOT NULL DEFAULT 0 CHECK (refunded_cents BETWEEN 0 AND captured_cents),
        account_id uuid NOT NULL DEFAULT '${SANDBOX_ACCOUNT}',
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        changed_at timestamptz(3) NOT NULL DEFAULT now()
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
        kind character varying(20) NOT NULL CHECK (kind IN ('slow', 'silent', 'lost', 'refused', 'busy', 'late', 'twice')),
        reference character varying(80),
        delay_ms integer NOT NULL DEFAULT 0 CHECK (delay_ms BETWEEN 0 AND 600000),
        remaining integer NOT NULL DEFAULT 1 CHECK (remaining >= 0),
        CHECK ((call IN ('paid', 'chargeback')) = (kind IN ('late', 'twice')))
      )`);
  }
}

const CALLS = `
  CREATE TABLE provider_calls (
    merchant_id uuid NOT NULL,
    id uuid NOT NULL,
    subject_type character varying(40) NOT NULL,
    subject_id uuid NOT NULL,
    account_id uuid NOT NULL,
    kind character varying(20) NOT NULL,
    status character varying(20) NOT NULL,
    amount_cents bigint NOT NULL,
    key uuid NOT NULL,
    attempts integer NOT NULL,
    refusals integer NOT NULL,
    next_attempt_at timestamptz(3) NOT NULL,
    idempotency_scope bytea,
    failure_code character varying(40),
    created_at timestamptz(3) NOT NULL,
    settled_at timestamptz(3),
    CONSTRAINT pk_provider_calls PRIMARY KEY (merchant_id, id),
    CONSTRAINT uq_provider_calls_key UNIQUE (merchant_id, key),
    CONSTRAINT ck_provider_calls_kind CHECK (kind IN ('authorize', 'capture', 'void', 'refund', 'return')),
    CONSTRAINT ck_provider_calls_status CHECK (status IN ('pending', 'succeeded', 'failed')),
    CONSTRAINT ck_provider_calls_amount CHECK (amount_cents BETWEEN 1 AND 9999999999),
    CONSTRAINT ck_provider_calls_settled CHECK ((status = 'pending') = (settled_at IS NULL))
  )`;
