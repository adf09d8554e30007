import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Charges, their splits, their history, their refunds. Every rule about amounts and statuses that one row can
 * tell is a CHECK; the sums over several rows are triggers (charge-sums).
 */
export class Charges1763700400000 implements MigrationInterface {
  name = 'Charges1763700400000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(CHARGES);
    // Operators name a charge by its id alone.
    await runner.query('CREATE INDEX ix_charges_id ON charges (id)');
    await runner.query(
      `CREATE INDEX ix_charges_merchant_created ON charges (merchant_id, created_at DESC, id DESC)
         INCLUDE (status, payment_method)`,
    );
    // The operators' list of all merchants' charges: totals and pages are read from the index alone (decision 0003).
    await runner.query(
      'CREATE INDEX ix_charges_created ON charges (created_at DESC, id DESC) INCLUDE (status, payment_method)',
    );
    await runner.query(
      'CREATE INDEX ix_charges_merchant_external ON charges (merchant_id, external_id) WHERE external_id IS NOT NULL',
    );
    await runner.query(
      'CREATE INDEX ix_charges_submerchant ON charges (submerchant_id) WHERE submerchant_id IS NOT NULL',
    );
    await runner.query(
      `CREATE INDEX ix_charges_expiring ON charges (expires_at)
        WHERE status IN ('pending', 'authorized') AND expires_at IS NOT NULL
          AND attention IS DISTINCT FROM 'void_refused'`,
    );
    // What operators have to look at: few, however many charges there are.
    await runner.query(
      'CREATE INDEX ix_charges_attention ON charges (created_at DESC, id DESC) WHERE attention IS NOT NULL',
    );
    await runner.query(SPLITS);
    await runner.query(
      'CREATE UNIQUE INDEX uq_charge_splits_remainder ON charge_splits (merchant_id, charge_id) WHERE charge_remainder',
    );
    await runner.query(
      'CREATE INDEX ix_charge_splits_submerchant ON charge_splits (merchant_id, submerchant_id) WHERE submerchant_id IS NOT NULL',
    );
    await runner.query(HISTORY);
    await runner.query(REFUNDS);
    await runner.query(
      'CREATE INDEX ix_refunds_charge_created ON refunds (merchant_id, charge_id, created_at DESC, id DESC)',
    );
    await runner.query(REFUND_SPLITS);
    await runner.query(RETURNED_PAYMENTS);
    await this.search(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP EXTENSION IF EXISTS pg_trgm CASCADE');
    for (const table of [
      'returned_payments',
      'refund_splits',
      'refunds',
      'charge_status_history',
      'charge_splits',
      'charges',
    ]) {
      await runner.query(`DROP TABLE ${table}`);
    }
  }

  /**
   * The search index needs the extension pg_trgm, which comes with PostgreSQL's contrib modules and which the owner of
   * a database may create; where it is not there, a search reads all rows. Its pending list is long, so that the
   * worker empties it and hardly ever a request.
   */
  private async search(runner: QueryRunner): Promise<void> {
    const offered = (await runner.query(
      `SELECT 1 FROM pg_available_extensions WHERE name = 'pg_trgm'`,
    )) as unknown[];
    if (offered.length === 0) return;
    await runner.query('CREATE EXTENSION IF NOT EXISTS pg_trgm');
    await runner.query(
      `CREATE INDEX ix_charges_search ON charges USING gin (search_text gin_trgm_ops, customer_tax_id gin_trgm_ops)
         WITH (gin_pending_list_limit = 65536)`,
    );
  }
}

const CHARGES = `
  CREATE TABLE charges (
    id uuid NOT NULL,
    merchant_id uuid NOT NULL,
    submerchant_id uuid,
    provider_account_id uuid NOT NULL,
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
    attention character varying(20),
    customer_tax_id character varying(14),
    search_text text NOT NULL,
    created_at timestamptz(3) NOT NULL,
    updated_at timestamptz(3) NOT NULL,
    authorized_at timestamptz(3),
    captured_at timestamptz(3),
    refunded_at timestamptz(3),
    expires_at timestamptz(3),
    CONSTRAINT pk_charges PRIMARY KEY (merchant_id, id),
    CONSTRAINT fk_charges_merchant FOREIGN KEY (merchant_id) REFERENCES merchants (id),
    CONSTRAINT fk_charges_submerchant FOREIGN KEY (merchant_id, submerchant_id)
      REFERENCES submerchants (merchant_id, id),
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
    CONSTRAINT ck_charges_attention CHECK (attention IN ('return_failed', 'void_refused')),
    CONSTRAINT ck_charges_failure CHECK ((status = 'failed') = (failure_code IS NOT NULL)
      AND (failure_code IS NULL) = (failure_message IS NULL) AND (failure_code IS NULL) = (failure_retryable IS NULL))
  )`;

const SPLITS = `
  CREATE TABLE charge_splits (
    merchant_id uuid NOT NULL,
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
    CONSTRAINT pk_charge_splits PRIMARY KEY (merchant_id, charge_id, position),
    CONSTRAINT fk_charge_splits_charge FOREIGN KEY (merchant_id, charge_id) REFERENCES charges (merchant_id, id),
    CONSTRAINT fk_charge_splits_submerchant FOREIGN KEY (merchant_id, submerchant_id)
      REFERENCES submerchants (merchant_id, id),
    CONSTRAINT uq_charge_splits_recipient UNIQUE (merchant_id, charge_id, recipient_id),
    CONSTRAINT ck_charge_splits_recipient CHECK (recipient_id = coalesce(submerchant_id, merchant_id)),
    CONSTRAINT ck_charge_splits_position CHECK (position BETWEEN 0 AND 19),
    CONSTRAINT ck_charge_splits_percentage CHECK (percentage_bp BETWEEN 1 AND 10000),
    CONSTRAINT ck_charge_splits_amounts CHECK (refunded_cents >= 0 AND refunded_cents <= reserved_cents
      AND reserved_cents <= captured_cents AND captured_cents <= share_cents)
  )`;

const HISTORY = `
  CREATE TABLE charge_status_history (
    merchant_id uuid NOT NULL,
    charge_id uuid NOT NULL,
    version integer NOT NULL,
    from_status character varying(20),
    to_status character varying(20) NOT NULL,
    trigger character varying(40) NOT NULL,
    at timestamptz(3) NOT NULL,
    CONSTRAINT pk_charge_status_history PRIMARY KEY (merchant_id, charge_id, version),
    CONSTRAINT fk_charge_status_history_charge FOREIGN KEY (merchant_id, charge_id)
      REFERENCES charges (merchant_id, id),
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
    split_named boolean NOT NULL,
    created_at timestamptz(3) NOT NULL,
    settled_at timestamptz(3),
    settled_version integer,
    CONSTRAINT pk_refunds PRIMARY KEY (merchant_id, id),
    CONSTRAINT fk_refunds_charge FOREIGN KEY (merchant_id, charge_id) REFERENCES charges (merchant_id, id),
    CONSTRAINT fk_refunds_merchant FOREIGN KEY (merchant_id) REFERENCES merchants (id),
    CONSTRAINT ck_refunds_amount CHECK (amount_cents BETWEEN 1 AND 9999999999),
    CONSTRAINT ck_refunds_status CHECK (status IN ('pending', 'succeeded', 'failed')),
    CONSTRAINT ck_refunds_settled CHECK ((status = 'pending') = (settled_at IS NULL)),
    CONSTRAINT ck_refunds_settled_version CHECK ((status = 'pending') = (settled_version IS NULL)),
    CONSTRAINT uq_refunds_settled_version UNIQUE (merchant_id, charge_id, settled_version)
  )`;

const REFUND_SPLITS = `
  CREATE TABLE refund_splits (
    merchant_id uuid NOT NULL,
    refund_id uuid NOT NULL,
    position integer NOT NULL,
    recipient_id uuid NOT NULL,
    amount_cents bigint NOT NULL,
    CONSTRAINT pk_refund_splits PRIMARY KEY (merchant_id, refund_id, position),
    CONSTRAINT fk_refund_splits_refund FOREIGN KEY (merchant_id, refund_id) REFERENCES refunds (merchant_id, id),
    CONSTRAINT uq_refund_splits_recipient UNIQUE (merchant_id, refund_id, recipient_id),
    CONSTRAINT ck_refund_splits_amount CHECK (amount_cents >= 0)
  )`;

const RETURNED_PAYMENTS = `
  CREATE TABLE returned_payments (
    merchant_id uuid NOT NULL,
    id uuid NOT NULL,
    charge_id uuid NOT NULL,
    call_id uuid NOT NULL,
    payment_id character varying(80) NOT NULL,
    reason character varying(20) NOT NULL,
    amount_cents bigint NOT NULL,
    paid_at timestamptz(3) NOT NULL,
    created_at timestamptz(3) NOT NULL,
    CONSTRAINT pk_returned_payments PRIMARY KEY (merchant_id, id),
    CONSTRAINT fk_returned_payments_charge FOREIGN KEY (merchant_id, charge_id) REFERENCES charges (merchant_id, id),
    CONSTRAINT uq_returned_payments_payment UNIQUE (merchant_id, charge_id, payment_id),
    CONSTRAINT uq_returned_payments_call UNIQUE (merchant_id, call_id),
    CONSTRAINT ck_returned_payments_reason CHECK (reason IN ('charge_ended', 'other_amount')),
    CONSTRAINT ck_returned_payments_amount CHECK (amount_cents BETWEEN 1 AND 9999999999)
  )`;
