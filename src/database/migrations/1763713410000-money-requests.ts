import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What operators want to change in the books, until a second one wants the same (money contract §20), and afterwards: it is what
 * the transaction goes back to. A book's transactions are listed by their time.
 */
export class MoneyRequests1763713410000 implements MigrationInterface {
  name = 'MoneyRequests1763713410000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(REQUESTS);
    await runner.query(
      `CREATE UNIQUE INDEX uq_money_requests_waiting ON money_requests (merchant_id, fingerprint) WHERE outcome IS NULL`,
    );
    await runner.query(
      'CREATE INDEX ix_money_requests_same ON money_requests (merchant_id, fingerprint, requested_at)',
    );
    await runner.query('CREATE INDEX ix_money_requests_list ON money_requests (requested_at DESC, id DESC)');
    await runner.query(
      'CREATE INDEX ix_ledger_transactions_recorded ON ledger_transactions (merchant_id, recorded_at DESC, id DESC) INCLUDE (kind)',
    );
    await runner.query(KEEP);
    await runner.query(`
      CREATE TRIGGER tr_money_requests_kept BEFORE UPDATE OR DELETE ON money_requests
      FOR EACH ROW EXECUTE FUNCTION keep_money_request()`);
    await runner.query(CHECK_POSTED);
    await runner.query(`
      CREATE CONSTRAINT TRIGGER ck_money_requests_posted AFTER INSERT OR UPDATE ON money_requests
      DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_money_request_posted()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE money_requests');
    await runner.query('DROP INDEX ix_ledger_transactions_recorded');
    await runner.query('DROP FUNCTION check_money_request_posted()');
    await runner.query('DROP FUNCTION keep_money_request()');
  }
}

/** That two people are two is the service's to tell; that they are two accounts is held here. */
const REQUESTS = `
  CREATE TABLE money_requests (
    merchant_id uuid NOT NULL,
    id uuid NOT NULL,
    action character varying(10) NOT NULL,
    wallet_id uuid,
    transaction_id uuid,
    debit character varying(64),
    credit character varying(64),
    amount_cents bigint,
    reason character varying(2000) NOT NULL,
    fingerprint bytea NOT NULL,
    requested_by uuid NOT NULL,
    requested_at timestamptz(3) NOT NULL,
    expires_at timestamptz(3) NOT NULL,
    outcome character varying(11),
    ended_by uuid,
    ended_at timestamptz(3),
    CONSTRAINT pk_money_requests PRIMARY KEY (merchant_id, id),
    CONSTRAINT fk_money_requests_wallet FOREIGN KEY (merchant_id, wallet_id) REFERENCES wallets (merchant_id, id),
    CONSTRAINT fk_money_requests_requested_by FOREIGN KEY (requested_by) REFERENCES operators (id),
    CONSTRAINT fk_money_requests_ended_by FOREIGN KEY (ended_by) REFERENCES operators (id),
    CONSTRAINT ck_money_requests_action CHECK (CASE action
      WHEN 'adjustment' THEN num_nonnulls(wallet_id, debit, credit, amount_cents) = 4 AND transaction_id IS NULL
      WHEN 'write_off' THEN num_nonnulls(wallet_id, amount_cents) = 2 AND num_nonnulls(debit, credit, transaction_id) = 0
      WHEN 'reversal' THEN transaction_id IS NOT NULL AND num_nonnulls(wallet_id, debit, credit, amount_cents) = 0
      ELSE false END),
    CONSTRAINT ck_money_requests_amount CHECK (amount_cents BETWEEN 1 AND 9999999999),
    CONSTRAINT ck_money_requests_outcome CHECK (CASE outcome
      WHEN 'carried_out' THEN ended_by <> requested_by AND ended_by IS NOT NULL AND ended_at IS NOT NULL
      WHEN 'withdrawn' THEN ended_by IS NOT NULL AND ended_at IS NOT NULL
      WHEN 'expired' THEN ended_by IS NULL AND ended_at IS NOT NULL
      ELSE outcome IS NULL AND ended_by IS NULL AND ended_at IS NULL END)
  )`;

const KEEP = `
  CREATE FUNCTION keep_money_request() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF TG_OP = 'DELETE' THEN
      RAISE EXCEPTION 'what was asked of the books is never deleted' USING ERRCODE = 'insufficient_privilege';
    END IF;
    IF OLD.outcome IS NOT NULL
       OR to_jsonb(OLD) - 'outcome' - 'ended_by' - 'ended_at' <> to_jsonb(NEW) - 'outcome' - 'ended_by' - 'ended_at' THEN
      RAISE EXCEPTION 'what was asked of the books does not change: it ends once'
        USING ERRCODE = 'check_violation', CONSTRAINT = 'ck_money_requests_kept';
    END IF;
    RETURN NEW;
  END $$`;

const CHECK_POSTED = `
  CREATE FUNCTION check_money_request_posted() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF NEW.transaction_id IS NOT NULL AND NOT EXISTS (
         SELECT 1 FROM ledger_transactions WHERE merchant_id = NEW.merchant_id AND id = NEW.transaction_id) THEN
      RAISE EXCEPTION 'what is to be reversed is no transaction of the book'
        USING ERRCODE = 'foreign_key_violation', CONSTRAINT = 'fk_money_requests_transaction';
    END IF;
    IF (NEW.outcome IS NOT DISTINCT FROM 'carried_out') <> EXISTS (
         SELECT 1 FROM ledger_transactions WHERE merchant_id = NEW.merchant_id AND reference = NEW.action || ':' || NEW.id) THEN
      RAISE EXCEPTION 'what was asked of the books is posted when it is carried out, and not before'
        USING ERRCODE = 'check_violation', CONSTRAINT = 'ck_money_requests_posted';
    END IF;
    RETURN NULL;
  END $$`;
