import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Charges, their splits, their history, their refunds and the calls to the provider that move their money.
 * Every rule about amounts and statuses that one row can tell is a CHECK here; the sums over several rows follow
 * in the next step.
 */
export class Charges1763700500000 implements MigrationInterface {
  name = 'Charges1763700500000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(CHARGES);
    await runner.query(
      'CREATE INDEX ix_charges_merchant_created ON charges (merchant_id, created_at DESC, id DESC)',
    );
    await runner.query(
      'CREATE INDEX ix_charges_merchant_external ON charges (merchant_id, external_id) WHERE external_id IS NOT NULL',
    );
    await runner.query(
      'CREATE INDEX ix_charges_submerchant ON charges (submerchant_id) WHERE submerchant_id IS NOT NULL',
    );
    await runner.query(
      `CREATE INDEX ix_charges_expiring ON charges (expires_at)
        WHERE status IN ('pending', 'authorized') AND expires_at IS NOT NULL`,
    );
    await runner.query(
      `CREATE UNIQUE INDEX uq_charges_provider_reference ON charges (provider, provider_reference)
        WHERE provider_reference IS NOT NULL`,
    );
    await runner.query(SPLITS);
    await runner.query(
      'CREATE UNIQUE INDEX uq_charge_splits_remainder ON charge_splits (charge_id) WHERE charge_remainder',
    );
    await runner.query(
      'CREATE INDEX ix_charge_splits_submerchant ON charge_splits (submerchant_id) WHERE submerchant_id IS NOT NULL',
    );
    await runner.query(HISTORY);
    await runner.query(REFUNDS);
    await runner.query(
      'CREATE INDEX ix_refunds_charge_created ON refunds (charge_id, created_at DESC, id DESC)',
    );
    await runner.query(REFUND_SPLITS);
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

  async down(runner: QueryRunner): Promise<void> {
    for (const table of [
      'provider_operations',
      'refund_splits',
      'refunds',
      'charge_status_history',
      'charge_splits',
      'charges',
    ]) {
      await runner.query(`DROP TABLE ${table}`);
    }
  }
}

const CHARGES = `
  CREATE TABLE charges (
    id uuid NOT NULL,
    merchant_id uuid NOT NULL,
    submerchant_id uuid,
    provider character varying(40) NOT NULL,
    provider_reference character varying(80),
    livemode boolean NOT NULL,
    status character varying(20) NOT NULL,
    version integer NOT NULL,
    payment_method character varying(20) NOT NULL,
    product_type character varying(40) NOT NULL,
    currency character varying(3) NOT NULL,
    amount_cents bigint NOT NULL,
    shipping_amount_cents bigint NOT NULL,
    total_amount_cents bigint NOT NULL,
    amount_captured_cents bigint NOT NULL,
    amount_refunded_cents bigint NOT NULL,
    amount_refund_reserved_cents bigint NOT NULL,
    installments integer,
    auto_capture boolean NOT NULL,
    card_token character varying(80),
    external_id character varying(100),
    description text,
    metadata jsonb NOT NULL,
    customer jsonb NOT NULL,
    items jsonb NOT NULL,
    payment_details jsonb NOT NULL,
    failure_code character varying(40),
    failure_message text,
    failure_retryable boolean,
    search_text text NOT NULL,
    created_at timestamptz(3) NOT NULL,
    updated_at timestamptz(3) NOT NULL,
    authorized_at timestamptz(3),
    captured_at timestamptz(3),
    refunded_at timestamptz(3),
    expires_at timestamptz(3),
    CONSTRAINT pk_charges PRIMARY KEY (id),
    CONSTRAINT fk_charges_merchant FOREIGN KEY (merchant_id) REFERENCES merchants (id),
    CONSTRAINT fk_charges_submerchant FOREIGN KEY (submerchant_id) REFERENCES submerchants (id),
    CONSTRAINT ck_charges_status CHECK (status IN ('pending', 'authorized', 'captured', 'failed', 'expired', 'voided',
      'partially_refunded', 'refunded', 'chargeback')),
    CONSTRAINT ck_charges_version CHECK (version >= 1),
    CONSTRAINT ck_charges_currency CHECK (currency = 'BRL'),
    CONSTRAINT ck_charges_payment_method CHECK (payment_method IN ('pix', 'credit_card', 'debit_card', 'boleto')),
    CONSTRAINT ck_charges_card CHECK (
      (payment_method IN ('credit_card', 'debit_card')) = (card_token IS NOT NULL AND installments IS NOT NULL)
      AND (card_token IS NULL) = (installments IS NULL) AND coalesce(installments, 1) BETWEEN 1 AND 12),
    CONSTRAINT ck_charges_total CHECK (amount_cents BETWEEN 1 AND 9999999999 AND shipping_amount_cents >= 0
      AND total_amount_cents = amount_cents + shipping_amount_cents AND total_amount_cents <= 9999999999),
    CONSTRAINT ck_charges_captured CHECK (amount_captured_cents BETWEEN 0 AND total_amount_cents),
    CONSTRAINT ck_charges_refunded CHECK (amount_refunded_cents >= 0
      AND amount_refunded_cents <= amount_refund_reserved_cents
      AND amount_refund_reserved_cents <= amount_captured_cents),
    CONSTRAINT ck_charges_status_captured CHECK (
      (amount_captured_cents > 0) = (status IN ('captured', 'partially_refunded', 'refunded', 'chargeback'))
      AND (captured_at IS NOT NULL) = (amount_captured_cents > 0)),
    CONSTRAINT ck_charges_status_refunded CHECK (CASE status
      WHEN 'captured' THEN amount_refunded_cents = 0
      WHEN 'partially_refunded' THEN amount_refunded_cents > 0 AND amount_refunded_cents < amount_captured_cents
      WHEN 'refunded' THEN amount_refunded_cents = amount_captured_cents
      ELSE true END),
    CONSTRAINT ck_charges_failure CHECK ((status = 'failed') = (failure_code IS NOT NULL)
      AND (failure_code IS NULL) = (failure_message IS NULL) AND (failure_code IS NULL) = (failure_retryable IS NULL))
  )`;

const SPLITS = `
  CREATE TABLE charge_splits (
    charge_id uuid NOT NULL,
    position integer NOT NULL,
    recipient_id uuid NOT NULL,
    submerchant_id uuid,
    percentage_bp integer,
    share_cents bigint NOT NULL,
    captured_cents bigint NOT NULL,
    refunded_cents bigint NOT NULL,
    reserved_cents bigint NOT NULL,
    liable boolean NOT NULL,
    charge_processing_fee boolean NOT NULL,
    charge_remainder boolean NOT NULL,
    CONSTRAINT pk_charge_splits PRIMARY KEY (charge_id, position),
    CONSTRAINT fk_charge_splits_charge FOREIGN KEY (charge_id) REFERENCES charges (id),
    CONSTRAINT fk_charge_splits_submerchant FOREIGN KEY (submerchant_id) REFERENCES submerchants (id),
    CONSTRAINT uq_charge_splits_recipient UNIQUE (charge_id, recipient_id),
    CONSTRAINT ck_charge_splits_recipient CHECK (submerchant_id IS NULL OR submerchant_id = recipient_id),
    CONSTRAINT ck_charge_splits_position CHECK (position BETWEEN 0 AND 19),
    CONSTRAINT ck_charge_splits_percentage CHECK (percentage_bp BETWEEN 1 AND 10000),
    CONSTRAINT ck_charge_splits_amounts CHECK (refunded_cents >= 0 AND refunded_cents <= reserved_cents
      AND reserved_cents <= captured_cents AND captured_cents <= share_cents)
  )`;

const HISTORY = `
  CREATE TABLE charge_status_history (
    charge_id uuid NOT NULL,
    version integer NOT NULL,
    from_status character varying(20),
    to_status character varying(20) NOT NULL,
    trigger character varying(40) NOT NULL,
    at timestamptz(3) NOT NULL,
    CONSTRAINT pk_charge_status_history PRIMARY KEY (charge_id, version),
    CONSTRAINT fk_charge_status_history_charge FOREIGN KEY (charge_id) REFERENCES charges (id),
    CONSTRAINT ck_charge_status_history_first CHECK ((version = 1) = (from_status IS NULL))
  )`;

const REFUNDS = `
  CREATE TABLE refunds (
    id uuid NOT NULL,
    charge_id uuid NOT NULL,
    merchant_id uuid NOT NULL,
    amount_cents bigint NOT NULL,
    status character varying(20) NOT NULL,
    reason text,
    created_at timestamptz(3) NOT NULL,
    settled_at timestamptz(3),
    CONSTRAINT pk_refunds PRIMARY KEY (id),
    CONSTRAINT fk_refunds_charge FOREIGN KEY (charge_id) REFERENCES charges (id),
    CONSTRAINT fk_refunds_merchant FOREIGN KEY (merchant_id) REFERENCES merchants (id),
    CONSTRAINT ck_refunds_amount CHECK (amount_cents BETWEEN 1 AND 9999999999),
    CONSTRAINT ck_refunds_status CHECK (status IN ('pending', 'succeeded', 'failed')),
    CONSTRAINT ck_refunds_settled CHECK ((status = 'pending') = (settled_at IS NULL))
  )`;

const REFUND_SPLITS = `
  CREATE TABLE refund_splits (
    refund_id uuid NOT NULL,
    position integer NOT NULL,
    recipient_id uuid NOT NULL,
    amount_cents bigint NOT NULL,
    CONSTRAINT pk_refund_splits PRIMARY KEY (refund_id, position),
    CONSTRAINT fk_refund_splits_refund FOREIGN KEY (refund_id) REFERENCES refunds (id),
    CONSTRAINT uq_refund_splits_recipient UNIQUE (refund_id, recipient_id),
    CONSTRAINT ck_refund_splits_amount CHECK (amount_cents >= 0)
  )`;

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
