import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Money of a wallet that an operator holds, and until when (money contract §20). */
export class Holds1763713400000 implements MigrationInterface {
  name = 'Holds1763713400000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(HOLDS);
    await runner.query(
      'CREATE INDEX ix_holds_wallet ON holds (merchant_id, wallet_id, created_at DESC, id DESC)',
    );
    await runner.query(
      'CREATE INDEX ix_holds_due ON holds (release_date, merchant_id, id) WHERE released_at IS NULL',
    );
    await runner.query(KEEP);
    await runner.query(`
      CREATE TRIGGER tr_holds_kept BEFORE UPDATE OR DELETE ON holds
      FOR EACH ROW EXECUTE FUNCTION keep_hold()`);
    await runner.query(CHECK_POSTED);
    // At the commit, because the row is written before its posting.
    await runner.query(`
      CREATE CONSTRAINT TRIGGER ck_holds_posted AFTER INSERT OR UPDATE ON holds
      DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_hold_posted()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE holds');
    await runner.query('DROP FUNCTION check_hold_posted()');
    await runner.query('DROP FUNCTION keep_hold()');
  }
}

const HOLDS = `
  CREATE TABLE holds (
    merchant_id uuid NOT NULL,
    id uuid NOT NULL,
    wallet_id uuid NOT NULL,
    amount_cents bigint NOT NULL,
    reason character varying(2000) NOT NULL,
    release_date date,
    placed_by uuid NOT NULL,
    released_by uuid,
    released_at timestamptz(3),
    created_at timestamptz(3) NOT NULL,
    CONSTRAINT pk_holds PRIMARY KEY (merchant_id, id),
    CONSTRAINT fk_holds_wallet FOREIGN KEY (merchant_id, wallet_id) REFERENCES wallets (merchant_id, id),
    CONSTRAINT fk_holds_placed_by FOREIGN KEY (placed_by) REFERENCES operators (id),
    CONSTRAINT fk_holds_released_by FOREIGN KEY (released_by) REFERENCES operators (id),
    CONSTRAINT ck_holds_amount CHECK (amount_cents BETWEEN 1 AND 9999999999),
    CONSTRAINT ck_holds_released CHECK (
      CASE WHEN released_at IS NULL THEN released_by IS NULL
           ELSE released_by IS NOT NULL OR release_date IS NOT NULL END)
  )`;

const KEEP = `
  CREATE FUNCTION keep_hold() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF TG_OP = 'DELETE' THEN
      RAISE EXCEPTION 'a hold is never deleted: it is released' USING ERRCODE = 'insufficient_privilege';
    END IF;
    IF OLD.released_at IS NOT NULL
       OR to_jsonb(OLD) - 'released_at' - 'released_by' <> to_jsonb(NEW) - 'released_at' - 'released_by' THEN
      RAISE EXCEPTION 'a hold does not change: it is released once'
        USING ERRCODE = 'check_violation', CONSTRAINT = 'ck_holds_kept';
    END IF;
    RETURN NEW;
  END $$`;

/** It is in the books what it is here: money that is blocked, until that is reversed. */
const CHECK_POSTED = `
  CREATE FUNCTION check_hold_posted() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    posted uuid;
    back uuid;
  BEGIN
    SELECT id INTO posted FROM ledger_transactions
     WHERE merchant_id = NEW.merchant_id AND reference = 'hold:' || NEW.id
       AND NEW.amount_cents = ANY(amounts_cents);
    SELECT id INTO back FROM ledger_transactions WHERE merchant_id = NEW.merchant_id AND reverses_id = posted;
    IF posted IS NULL OR (back IS NULL) <> (NEW.released_at IS NULL) THEN
      RAISE EXCEPTION 'a hold is not in the books what it is here'
        USING ERRCODE = 'check_violation', CONSTRAINT = 'ck_holds_posted';
    END IF;
    RETURN NULL;
  END $$`;
