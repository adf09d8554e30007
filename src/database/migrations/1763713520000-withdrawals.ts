import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Money that leaves wallets, and what of it comes back (money contract §15). */
export class Withdrawals1763713520000 implements MigrationInterface {
  name = 'Withdrawals1763713520000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(WITHDRAWALS);
    await runner.query(RETURNS);
    for (const index of INDEXES) await runner.query(index);
    await runner.query(CHECK_RETURNS);
    // At the commit, because a return is written beside what it changes.
    await runner.query(`
      CREATE CONSTRAINT TRIGGER ck_withdrawal_returns_sum AFTER INSERT OR UPDATE ON withdrawals
      DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_withdrawal_returns()`);
    await runner.query(KEEP);
    await runner.query(`
      CREATE TRIGGER tr_withdrawals_kept BEFORE UPDATE OR DELETE ON withdrawals
      FOR EACH ROW EXECUTE FUNCTION keep_withdrawal()`);
    await runner.query(KEEP_RETURN);
    await runner.query(`
      CREATE TRIGGER tr_withdrawal_returns_kept BEFORE UPDATE OR DELETE ON withdrawal_returns
      FOR EACH ROW EXECUTE FUNCTION keep_withdrawal_return()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE withdrawal_returns, withdrawals');
    await runner.query('DROP FUNCTION check_withdrawal_returns()');
    await runner.query('DROP FUNCTION keep_withdrawal()');
    await runner.query('DROP FUNCTION keep_withdrawal_return()');
    await runner.query(`DELETE FROM provider_calls WHERE subject_type = 'withdrawal'`);
  }
}

const WITHDRAWALS = `
  CREATE TABLE withdrawals (
    merchant_id uuid NOT NULL,
    id uuid NOT NULL,
    wallet_id uuid NOT NULL,
    destination_id uuid NOT NULL,
    provider_account_id uuid NOT NULL,
    amount_cents bigint NOT NULL,
    fee_cents bigint NOT NULL,
    returned_cents bigint NOT NULL,
    status character varying(20) NOT NULL,
    waiting_for character varying(10),
    method character varying(3) NOT NULL,
    source character varying(10) NOT NULL,
    external_id character varying(100),
    description character varying(140),
    findings character varying[] NOT NULL,
    needs_two boolean NOT NULL,
    first_approved_by uuid,
    first_approved_at timestamptz(3),
    failure_code character varying(20),
    provider_reference character varying(80),
    end_to_end_id character varying(80),
    authentication character varying(80),
    next_attempt_at timestamptz(3) NOT NULL,
    refusals integer NOT NULL,
    version integer NOT NULL,
    created_at timestamptz(3) NOT NULL,
    updated_at timestamptz(3) NOT NULL,
    approved_at timestamptz(3),
    sent_at timestamptz(3),
    paid_at timestamptz(3),
    failed_at timestamptz(3),
    cancelled_at timestamptz(3),
    CONSTRAINT pk_withdrawals PRIMARY KEY (merchant_id, id),
    CONSTRAINT fk_withdrawals_wallet FOREIGN KEY (merchant_id, wallet_id) REFERENCES wallets (merchant_id, id),
    CONSTRAINT fk_withdrawals_destination FOREIGN KEY (merchant_id, destination_id) REFERENCES destinations (merchant_id, id),
    CONSTRAINT ck_withdrawals_status CHECK (
      status IN ('under_review', 'pending', 'processing', 'paid', 'failed', 'cancelled', 'partially_returned', 'returned')),
    CONSTRAINT ck_withdrawals_amounts CHECK (amount_cents BETWEEN 1 AND 9999999999 AND fee_cents BETWEEN 0 AND 9999999999),
    CONSTRAINT ck_withdrawals_returned CHECK (CASE status
      WHEN 'returned' THEN returned_cents = amount_cents
      WHEN 'partially_returned' THEN returned_cents > 0 AND returned_cents < amount_cents
      ELSE returned_cents = 0 END),
    CONSTRAINT ck_withdrawals_method CHECK (method IN ('pix', 'ted') AND source IN ('api', 'automatic')),
    CONSTRAINT ck_withdrawals_waiting CHECK (
      waiting_for IS NULL OR status = 'pending' AND waiting_for IN ('wallet', 'provider', 'window')),
    CONSTRAINT ck_withdrawals_failed CHECK (
      (status = 'failed') = (failure_code IS NOT NULL) AND (status = 'failed') = (failed_at IS NOT NULL)),
    CONSTRAINT ck_withdrawals_cancelled CHECK ((status = 'cancelled') = (cancelled_at IS NOT NULL)),
    CONSTRAINT ck_withdrawals_paid CHECK ((status IN ('paid', 'partially_returned', 'returned')) = (paid_at IS NOT NULL)),
    CONSTRAINT ck_withdrawals_version CHECK (version > 0)
  )`;

const RETURNS = `
  CREATE TABLE withdrawal_returns (
    merchant_id uuid NOT NULL,
    withdrawal_id uuid NOT NULL,
    number integer NOT NULL,
    provider_return_id character varying(80) NOT NULL,
    amount_cents bigint NOT NULL,
    reason character varying(200),
    at timestamptz(3) NOT NULL,
    CONSTRAINT pk_withdrawal_returns PRIMARY KEY (merchant_id, withdrawal_id, number),
    CONSTRAINT uq_withdrawal_returns_provider UNIQUE (merchant_id, withdrawal_id, provider_return_id),
    CONSTRAINT fk_withdrawal_returns_withdrawal FOREIGN KEY (merchant_id, withdrawal_id) REFERENCES withdrawals (merchant_id, id),
    CONSTRAINT ck_withdrawal_returns_amount CHECK (amount_cents > 0)
  )`;

const INDEXES = [
  `CREATE UNIQUE INDEX uq_withdrawals_external_id ON withdrawals (merchant_id, external_id) WHERE external_id IS NOT NULL`,
  'CREATE INDEX ix_withdrawals_list ON withdrawals (merchant_id, created_at DESC, id DESC)',
  'CREATE INDEX ix_withdrawals_wallet ON withdrawals (merchant_id, wallet_id, created_at DESC, id DESC)',
  `CREATE INDEX ix_withdrawals_due ON withdrawals (next_attempt_at) WHERE status = 'pending'`,
  'CREATE INDEX ix_withdrawals_queue ON withdrawals (created_at, id)',
] as const;

const CHECK_RETURNS = `
  CREATE FUNCTION check_withdrawal_returns() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM 1 FROM withdrawals AS row
     WHERE row.merchant_id = NEW.merchant_id AND row.id = NEW.id
       AND row.returned_cents <> (SELECT coalesce(sum(amount_cents), 0) FROM withdrawal_returns
                                   WHERE merchant_id = row.merchant_id AND withdrawal_id = row.id);
    IF FOUND THEN
      RAISE EXCEPTION 'the returns of a withdrawal do not sum to what came back'
        USING ERRCODE = 'check_violation', CONSTRAINT = 'ck_withdrawal_returns_sum';
    END IF;
    RETURN NULL;
  END $$`;

/** How much goes where stays as it was asked for; what has ended stays so, and of what was paid money may come back. */
const KEEP = `
  CREATE FUNCTION keep_withdrawal() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF TG_OP = 'DELETE' THEN
      RAISE EXCEPTION 'a withdrawal is never deleted' USING ERRCODE = 'insufficient_privilege';
    END IF;
    IF (NEW.merchant_id, NEW.id, NEW.wallet_id, NEW.destination_id, NEW.amount_cents, NEW.fee_cents, NEW.method, NEW.source,
        NEW.external_id, NEW.created_at)
       IS DISTINCT FROM
       (OLD.merchant_id, OLD.id, OLD.wallet_id, OLD.destination_id, OLD.amount_cents, OLD.fee_cents, OLD.method, OLD.source,
        OLD.external_id, OLD.created_at)
       OR OLD.status IN ('failed', 'cancelled', 'returned')
       OR OLD.status IN ('paid', 'partially_returned') AND NEW.status NOT IN ('partially_returned', 'returned') THEN
      RAISE EXCEPTION 'what a withdrawal is of, and how it ended, does not change'
        USING ERRCODE = 'check_violation', CONSTRAINT = 'ck_withdrawals_kept';
    END IF;
    RETURN NEW;
  END $$`;

const KEEP_RETURN = `
  CREATE FUNCTION keep_withdrawal_return() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    RAISE EXCEPTION '% of what came back refused', TG_OP USING ERRCODE = 'insufficient_privilege';
  END $$`;
