import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Payments that their payers want back: who bears them, and where the money was taken from (money contract §17). */
export class Disputes1763713100000 implements MigrationInterface {
  name = 'Disputes1763713100000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(DISPUTES);
    await runner.query(BEARERS);
    await runner.query(SOURCES);
    for (const index of INDEXES) await runner.query(index);
    await runner.query(CHECK_SUMS);
    // At the commit, because a dispute is written before its bearers and sources.
    await runner.query(`
      CREATE CONSTRAINT TRIGGER ck_dispute_sums AFTER INSERT OR UPDATE ON disputes
      DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_dispute_sums()`);
    await runner.query(KEEP_DISPUTE);
    await runner.query(`
      CREATE TRIGGER tr_disputes_kept BEFORE UPDATE OR DELETE ON disputes
      FOR EACH ROW EXECUTE FUNCTION keep_dispute()`);
    await runner.query(KEEP_PART);
    for (const table of ['dispute_bearers', 'dispute_sources'])
      await runner.query(`
        CREATE TRIGGER tr_${table}_kept BEFORE UPDATE OR DELETE ON ${table}
        FOR EACH ROW EXECUTE FUNCTION keep_dispute_part()`);
    await runner.query(
      calls(`'authorize', 'capture', 'void', 'refund', 'return', 'contest', 'accept'`, ZERO_TOO),
    );
    // A dispute is answered once at a time.
    await runner.query(
      `CREATE UNIQUE INDEX uq_provider_calls_dispute ON provider_calls (merchant_id, subject_type, subject_id)
        WHERE status = 'pending' AND kind IN ('contest', 'accept')`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX uq_provider_calls_dispute');
    await runner.query(`DELETE FROM provider_calls WHERE subject_type = 'dispute'`);
    await runner.query(
      calls(`'authorize', 'capture', 'void', 'refund', 'return'`, 'amount_cents BETWEEN 1 AND 9999999999'),
    );
    await runner.query('DROP TABLE dispute_sources, dispute_bearers, disputes');
    await runner.query('DROP FUNCTION check_dispute_sums()');
    await runner.query('DROP FUNCTION keep_dispute()');
    await runner.query('DROP FUNCTION keep_dispute_part()');
  }
}

/** A charge that was refunded whole is disputed of nothing. */
const ZERO_TOO = `amount_cents BETWEEN 0 AND 9999999999 AND (amount_cents > 0 OR kind IN ('contest', 'accept'))`;

function calls(kinds: string, amounts: string): string {
  return `
    ALTER TABLE provider_calls
      DROP CONSTRAINT ck_provider_calls_kind,
      ADD CONSTRAINT ck_provider_calls_kind CHECK (kind IN (${kinds})),
      DROP CONSTRAINT ck_provider_calls_amount,
      ADD CONSTRAINT ck_provider_calls_amount CHECK (${amounts})`;
}

const DISPUTES = `
  CREATE TABLE disputes (
    merchant_id uuid NOT NULL,
    id uuid NOT NULL,
    charge_id uuid NOT NULL,
    provider_account_id uuid NOT NULL,
    provider_dispute_id character varying(80) NOT NULL,
    kind character varying(20) NOT NULL,
    status character varying(20) NOT NULL,
    amount_cents bigint NOT NULL,
    fee_cents bigint NOT NULL,
    blocked_cents bigint NOT NULL,
    debited_cents bigint NOT NULL,
    reason character varying(200),
    statement text,
    evidence jsonb NOT NULL,
    respond_by timestamptz(3),
    opened_at timestamptz(3) NOT NULL,
    closed_at timestamptz(3),
    updated_at timestamptz(3) NOT NULL,
    version integer NOT NULL,
    CONSTRAINT pk_disputes PRIMARY KEY (merchant_id, id),
    CONSTRAINT uq_disputes_provider UNIQUE (merchant_id, provider_account_id, provider_dispute_id),
    CONSTRAINT fk_disputes_charge FOREIGN KEY (merchant_id, charge_id) REFERENCES charges (merchant_id, id),
    CONSTRAINT ck_disputes_kind CHECK (kind IN ('chargeback', 'pix_return')),
    CONSTRAINT ck_disputes_status CHECK (status IN ('open', 'contested', 'won', 'lost')),
    CONSTRAINT ck_disputes_closed CHECK ((status IN ('won', 'lost')) = (closed_at IS NOT NULL)),
    CONSTRAINT ck_disputes_amounts CHECK (amount_cents BETWEEN 0 AND 9999999999 AND fee_cents BETWEEN 0 AND 9999999999),
    CONSTRAINT ck_disputes_blocked CHECK (
      blocked_cents BETWEEN 0 AND amount_cents
      AND (blocked_cents = 0 OR kind = 'pix_return' AND status IN ('open', 'contested'))),
    CONSTRAINT ck_disputes_debited CHECK (
      debited_cents BETWEEN 0 AND 9999999999 AND CASE
        WHEN status = 'won' THEN debited_cents = 0
        WHEN kind = 'chargeback' THEN debited_cents = amount_cents
        ELSE debited_cents = 0 OR status = 'lost' END),
    CONSTRAINT ck_disputes_version CHECK (version >= 1)
  )`;

const BEARERS = `
  CREATE TABLE dispute_bearers (
    merchant_id uuid NOT NULL,
    dispute_id uuid NOT NULL,
    position integer NOT NULL,
    wallet_id uuid NOT NULL,
    amount_cents bigint NOT NULL,
    fee_cents bigint NOT NULL,
    blocked_cents bigint NOT NULL,
    CONSTRAINT pk_dispute_bearers PRIMARY KEY (merchant_id, dispute_id, position),
    CONSTRAINT uq_dispute_bearers_wallet UNIQUE (merchant_id, dispute_id, wallet_id),
    CONSTRAINT fk_dispute_bearers_dispute FOREIGN KEY (merchant_id, dispute_id) REFERENCES disputes (merchant_id, id),
    CONSTRAINT ck_dispute_bearers_amounts CHECK (
      amount_cents >= 0 AND fee_cents >= 0 AND blocked_cents BETWEEN 0 AND amount_cents)
  )`;

const SOURCES = `
  CREATE TABLE dispute_sources (
    merchant_id uuid NOT NULL,
    dispute_id uuid NOT NULL,
    position integer NOT NULL,
    wallet_id uuid NOT NULL,
    source character varying(20) NOT NULL,
    receivable_id uuid,
    reserve_id uuid,
    is_fee boolean NOT NULL,
    amount_cents bigint NOT NULL,
    returned_to character varying(20),
    CONSTRAINT pk_dispute_sources PRIMARY KEY (merchant_id, dispute_id, position),
    CONSTRAINT fk_dispute_sources_dispute FOREIGN KEY (merchant_id, dispute_id) REFERENCES disputes (merchant_id, id),
    CONSTRAINT fk_dispute_sources_receivable FOREIGN KEY (merchant_id, receivable_id) REFERENCES receivables (merchant_id, id),
    CONSTRAINT fk_dispute_sources_reserve FOREIGN KEY (merchant_id, reserve_id) REFERENCES reserves (merchant_id, id),
    CONSTRAINT ck_dispute_sources_source CHECK (source IN ('blocked', 'receivable', 'available', 'reserve', 'debt')),
    CONSTRAINT ck_dispute_sources_place CHECK (
      (source = 'receivable') = (receivable_id IS NOT NULL) AND (source = 'reserve') = (reserve_id IS NOT NULL)),
    CONSTRAINT ck_dispute_sources_amount CHECK (amount_cents > 0),
    CONSTRAINT ck_dispute_sources_returned CHECK (
      returned_to IS NULL OR (NOT is_fee AND source <> 'blocked'
        AND (returned_to = 'available' OR returned_to = 'receivable' AND source = 'receivable')))
  )`;

const INDEXES = [
  'CREATE INDEX ix_disputes_charge ON disputes (merchant_id, charge_id)',
  'CREATE INDEX ix_disputes_merchant_opened ON disputes (merchant_id, opened_at DESC, id DESC)',
  'CREATE INDEX ix_disputes_opened ON disputes (opened_at, id)',
  'CREATE INDEX ix_dispute_sources_receivable ON dispute_sources (merchant_id, receivable_id) WHERE receivable_id IS NOT NULL',
  'CREATE INDEX ix_dispute_sources_reserve ON dispute_sources (merchant_id, reserve_id) WHERE reserve_id IS NOT NULL',
] as const;

/** The bearers come to the dispute and its fee, and the sources to what is taken of them at this commit. */
const CHECK_SUMS = `
  CREATE FUNCTION check_dispute_sums() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM 1
      FROM disputes AS row
      CROSS JOIN LATERAL (
        SELECT sum(amount_cents) AS amount, sum(fee_cents) AS fee, sum(blocked_cents) AS blocked FROM dispute_bearers
         WHERE merchant_id = row.merchant_id AND dispute_id = row.id) AS borne
      CROSS JOIN LATERAL (
        SELECT coalesce(sum(amount_cents) FILTER (WHERE NOT is_fee AND returned_to IS NULL), 0) AS taken,
               coalesce(sum(amount_cents) FILTER (WHERE is_fee), 0) AS fee
          FROM dispute_sources WHERE merchant_id = row.merchant_id AND dispute_id = row.id) AS given
     WHERE row.merchant_id = NEW.merchant_id AND row.id = NEW.id
       AND (borne.amount, borne.fee, given.taken, given.fee,
            CASE WHEN row.status IN ('open', 'contested') THEN borne.blocked ELSE 0 END)
           IS DISTINCT FROM (row.amount_cents::numeric, row.fee_cents::numeric, row.debited_cents::numeric,
            row.fee_cents::numeric, row.blocked_cents::numeric);
    IF FOUND THEN
      RAISE EXCEPTION 'the bearers of a dispute do not sum to it, or its sources not to what is taken'
        USING ERRCODE = 'check_violation', CONSTRAINT = 'ck_dispute_sums';
    END IF;
    RETURN NULL;
  END $$`;

/** What a dispute is of, and how much, stays; so does what was decided. */
const KEEP_DISPUTE = `
  CREATE FUNCTION keep_dispute() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF TG_OP = 'DELETE' THEN
      RAISE EXCEPTION 'a dispute is never deleted' USING ERRCODE = 'insufficient_privilege';
    END IF;
    IF OLD.closed_at IS NOT NULL
       OR (NEW.merchant_id, NEW.id, NEW.charge_id, NEW.provider_account_id, NEW.provider_dispute_id, NEW.kind,
           NEW.amount_cents, NEW.fee_cents, NEW.opened_at)
          IS DISTINCT FROM
          (OLD.merchant_id, OLD.id, OLD.charge_id, OLD.provider_account_id, OLD.provider_dispute_id, OLD.kind,
           OLD.amount_cents, OLD.fee_cents, OLD.opened_at) THEN
      RAISE EXCEPTION 'what a dispute is of, and what was decided, does not change'
        USING ERRCODE = 'check_violation', CONSTRAINT = 'ck_disputes_kept';
    END IF;
    RETURN NEW;
  END $$`;

/** Of bearers and sources nothing changes but where a source went back to, once. */
const KEEP_PART = `
  CREATE FUNCTION keep_dispute_part() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF TG_OP = 'UPDATE' AND TG_TABLE_NAME = 'dispute_sources' THEN
      IF to_jsonb(OLD) ->> 'returned_to' IS NULL AND to_jsonb(OLD) - 'returned_to' = to_jsonb(NEW) - 'returned_to' THEN
        RETURN NEW;
      END IF;
    END IF;
    RAISE EXCEPTION '% of a part of a dispute refused: what was taken stays as it was', TG_OP
      USING ERRCODE = 'insufficient_privilege';
  END $$`;
