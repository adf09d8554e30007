import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What recipients get of captured charges and when, what is settled, and what is held back (money contract §§ 13 and 14). */
export class Receivables1763712300000 implements MigrationInterface {
  name = 'Receivables1763712300000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(SETTLEMENTS);
    await runner.query(RECEIVABLES);
    await runner.query(RESERVES);
    for (const index of INDEXES) await runner.query(index);
    await runner.query(CHECK_SUMS);
    // Rows of a capture come by one statement, so the sums are looked at once for it.
    await runner.query(`
      CREATE TRIGGER ck_receivables_sums AFTER INSERT ON receivables
      REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION check_receivable_sums()`);
    await runner.query(KEEP);
    await runner.query(`
      CREATE TRIGGER tr_receivables_kept BEFORE UPDATE ON receivables
      FOR EACH ROW EXECUTE FUNCTION keep_receivable()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE reserves, receivables, settlements');
    await runner.query('DROP FUNCTION check_receivable_sums()');
    await runner.query('DROP FUNCTION keep_receivable()');
  }
}

const SETTLEMENTS = `
  CREATE TABLE settlements (
    merchant_id uuid NOT NULL,
    id uuid NOT NULL,
    wallet_id uuid NOT NULL,
    due_date date NOT NULL,
    count integer NOT NULL,
    amount_cents bigint NOT NULL,
    reserve_cents bigint NOT NULL,
    created_at timestamptz(3) NOT NULL,
    CONSTRAINT pk_settlements PRIMARY KEY (merchant_id, id),
    CONSTRAINT fk_settlements_merchant FOREIGN KEY (merchant_id) REFERENCES merchants (id),
    CONSTRAINT ck_settlements_count CHECK (count BETWEEN 1 AND 5000),
    CONSTRAINT ck_settlements_amounts CHECK (amount_cents >= 0 AND reserve_cents BETWEEN 0 AND amount_cents)
  )`;

/** What changes of a row is little and often: a part of each page is left free for it. */
const RECEIVABLES = `
  CREATE TABLE receivables (
    merchant_id uuid NOT NULL,
    id uuid NOT NULL,
    wallet_id uuid NOT NULL,
    charge_id uuid NOT NULL,
    payment_method character varying(20) NOT NULL,
    brand character varying(20),
    arrangement character varying(3),
    installment smallint NOT NULL,
    installments smallint NOT NULL,
    amount_cents bigint NOT NULL,
    fee_cents bigint NOT NULL,
    reversed_cents bigint NOT NULL DEFAULT 0,
    anticipation_fee_cents bigint NOT NULL DEFAULT 0,
    encumbered_cents bigint NOT NULL DEFAULT 0,
    reserve_ppm integer NOT NULL DEFAULT 0,
    reserve_days smallint NOT NULL DEFAULT 0,
    owner_tax_id character varying(14),
    status character varying(20) NOT NULL,
    due_date date NOT NULL,
    original_due_date date NOT NULL,
    captured_at timestamptz(3) NOT NULL,
    settled_at timestamptz(3),
    settlement_id uuid,
    anticipation_id uuid,
    version integer NOT NULL DEFAULT 1,
    created_at timestamptz(3) NOT NULL,
    updated_at timestamptz(3) NOT NULL,
    CONSTRAINT pk_receivables PRIMARY KEY (merchant_id, id),
    CONSTRAINT uq_receivables_installment UNIQUE (merchant_id, charge_id, wallet_id, installment),
    CONSTRAINT fk_receivables_charge FOREIGN KEY (merchant_id, charge_id) REFERENCES charges (merchant_id, id),
    CONSTRAINT fk_receivables_settlement FOREIGN KEY (merchant_id, settlement_id) REFERENCES settlements (merchant_id, id),
    CONSTRAINT ck_receivables_method CHECK (payment_method IN ('pix', 'credit_card', 'debit_card', 'boleto')),
    CONSTRAINT ck_receivables_installment CHECK (installments BETWEEN 1 AND 12 AND installment BETWEEN 1 AND installments),
    CONSTRAINT ck_receivables_amounts CHECK (
      amount_cents BETWEEN 1 AND 9999999999 AND fee_cents BETWEEN 0 AND amount_cents AND reversed_cents >= 0
      AND fee_cents + reversed_cents <= amount_cents AND anticipation_fee_cents >= 0 AND encumbered_cents >= 0),
    CONSTRAINT ck_receivables_reserve CHECK (reserve_ppm BETWEEN 0 AND 1000000 AND reserve_days BETWEEN 0 AND 400),
    CONSTRAINT ck_receivables_status CHECK (status IN ('waiting_funds', 'settled', 'anticipated', 'cancelled')),
    CONSTRAINT ck_receivables_settled CHECK (
      (status = 'settled') = (settled_at IS NOT NULL) AND (settlement_id IS NULL OR status = 'settled')),
    CONSTRAINT ck_receivables_anticipated CHECK ((status = 'anticipated') <= (anticipation_id IS NOT NULL)),
    CONSTRAINT ck_receivables_cancelled CHECK (
      (status = 'cancelled') <= (fee_cents + reversed_cents = amount_cents)
      AND (status = 'waiting_funds') <= (reversed_cents = 0 OR fee_cents + reversed_cents < amount_cents)),
    CONSTRAINT ck_receivables_version CHECK (version >= 1)
  ) WITH (fillfactor = 80)`;

/** Held back of what became available, until its day. */
const RESERVES = `
  CREATE TABLE reserves (
    merchant_id uuid NOT NULL,
    id uuid NOT NULL,
    wallet_id uuid NOT NULL,
    settlement_id uuid,
    charge_id uuid,
    amount_cents bigint NOT NULL,
    left_cents bigint NOT NULL,
    release_date date NOT NULL,
    released_at timestamptz(3),
    created_at timestamptz(3) NOT NULL,
    CONSTRAINT pk_reserves PRIMARY KEY (merchant_id, id),
    CONSTRAINT fk_reserves_settlement FOREIGN KEY (merchant_id, settlement_id) REFERENCES settlements (merchant_id, id),
    CONSTRAINT fk_reserves_charge FOREIGN KEY (merchant_id, charge_id) REFERENCES charges (merchant_id, id),
    CONSTRAINT ck_reserves_origin CHECK ((settlement_id IS NULL) <> (charge_id IS NULL)),
    CONSTRAINT ck_reserves_amounts CHECK (amount_cents > 0 AND left_cents BETWEEN 0 AND amount_cents),
    CONSTRAINT ck_reserves_released CHECK ((released_at IS NULL) OR left_cents = 0)
  )`;

const INDEXES = [
  `CREATE INDEX ix_receivables_wallet ON receivables (merchant_id, wallet_id, status, due_date)`,
  `CREATE INDEX ix_receivables_merchant_created ON receivables (merchant_id, created_at DESC, id DESC)`,
  `CREATE INDEX ix_receivables_due ON receivables (due_date, merchant_id, wallet_id) WHERE status = 'waiting_funds'`,
  `CREATE INDEX ix_receivables_settlement ON receivables (merchant_id, settlement_id) WHERE settlement_id IS NOT NULL`,
  `CREATE INDEX ix_settlements_merchant_created ON settlements (merchant_id, created_at DESC, id DESC)`,
  `CREATE INDEX ix_reserves_wallet ON reserves (merchant_id, wallet_id, release_date) WHERE left_cents > 0`,
  `CREATE INDEX ix_reserves_due ON reserves (release_date, merchant_id, id) WHERE left_cents > 0`,
] as const;

/** What a charge captured of each recipient, and the fee as far as it is no debt, is what its receivables come to. */
const CHECK_SUMS = `
  CREATE FUNCTION check_receivable_sums() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM 1
      FROM (SELECT DISTINCT merchant_id, charge_id, wallet_id FROM added) AS part
      JOIN charge_splits AS split
        ON split.merchant_id = part.merchant_id AND split.charge_id = part.charge_id
       AND split.recipient_id = part.wallet_id
      CROSS JOIN LATERAL (
        SELECT sum(amount_cents) AS amount, sum(fee_cents) AS fee FROM receivables AS row
         WHERE row.merchant_id = part.merchant_id AND row.charge_id = part.charge_id
           AND row.wallet_id = part.wallet_id) AS held
     WHERE (held.amount, held.fee)
           IS DISTINCT FROM (split.captured_cents::numeric, least(split.fee_cents, split.captured_cents)::numeric);
    IF FOUND THEN
      RAISE EXCEPTION 'the receivables of a recipient do not sum to its part'
        USING ERRCODE = 'check_violation', CONSTRAINT = 'ck_receivables_sums';
    END IF;
    RETURN NULL;
  END $$`;

/** What a receivable is of, and what it was worth, stays. */
const KEEP = `
  CREATE FUNCTION keep_receivable() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF (NEW.merchant_id, NEW.id, NEW.wallet_id, NEW.charge_id, NEW.payment_method, NEW.installment, NEW.installments,
        NEW.amount_cents, NEW.fee_cents, NEW.original_due_date, NEW.captured_at, NEW.reserve_ppm, NEW.reserve_days)
       IS DISTINCT FROM
       (OLD.merchant_id, OLD.id, OLD.wallet_id, OLD.charge_id, OLD.payment_method, OLD.installment, OLD.installments,
        OLD.amount_cents, OLD.fee_cents, OLD.original_due_date, OLD.captured_at, OLD.reserve_ppm, OLD.reserve_days) THEN
      RAISE EXCEPTION 'what a receivable is of does not change'
        USING ERRCODE = 'check_violation', CONSTRAINT = 'ck_receivables_kept';
    END IF;
    RETURN NEW;
  END $$`;
