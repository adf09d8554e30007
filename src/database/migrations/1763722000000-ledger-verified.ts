import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * How far each account of the books is verified, and where the rounds that do so are (src/ledger/README.md). What was posted or
 * recorded since a moment is found by the blocks that hold it, and the accounts that moved by their hours.
 */
export class LedgerVerified1763722000000 implements MigrationInterface {
  name = 'LedgerVerified1763722000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(VERIFIED);
    await runner.query(
      'CREATE INDEX ix_ledger_verified_broken ON ledger_verified (merchant_id, account_id) WHERE is_broken',
    );
    await runner.query(KEEP);
    await runner.query(`
      CREATE TRIGGER tr_ledger_verified_forward BEFORE UPDATE ON ledger_verified
      FOR EACH ROW EXECUTE FUNCTION keep_ledger_verified()`);
    await runner.query(WALK);
    await runner.query(`
      INSERT INTO ledger_verification (id, hour, merchant_id, account_id)
      VALUES (1, '-infinity', '00000000-0000-0000-0000-000000000000', '00000000-0000-0000-0000-000000000000')`);
    for (const { create } of FOUND_BY) await runner.query(create);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const { name } of FOUND_BY) await runner.query(`DROP INDEX ${name}`);
    await runner.query('DROP TABLE ledger_verification, ledger_verified');
    await runner.query('DROP FUNCTION keep_ledger_verified()');
  }
}

/**
 * No foreign key leads to the account: its check would share the lock of a hot row with whoever posts, and accounts are never
 * deleted. What is compared of the last verified entry is what everything before it came to.
 */
const VERIFIED = `
  CREATE TABLE ledger_verified (
    merchant_id uuid NOT NULL,
    account_id uuid NOT NULL,
    seq bigint NOT NULL,
    balance_cents bigint NOT NULL,
    posted_at timestamptz(3),
    verified_at timestamptz(3) NOT NULL,
    is_broken boolean NOT NULL,
    CONSTRAINT pk_ledger_verified PRIMARY KEY (merchant_id, account_id),
    CONSTRAINT ck_ledger_verified_seq CHECK (
      seq >= 0 AND (seq = 0) = (posted_at IS NULL) AND (seq > 0 OR balance_cents = 0))
  ) WITH (fillfactor = 50)`;

/** What is verified stays so. */
const KEEP = `
  CREATE FUNCTION keep_ledger_verified() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF (NEW.merchant_id, NEW.account_id) = (OLD.merchant_id, OLD.account_id)
       AND (NEW.seq > OLD.seq OR (NEW.seq, NEW.balance_cents, NEW.posted_at)
            IS NOT DISTINCT FROM (OLD.seq, OLD.balance_cents, OLD.posted_at)) THEN
      RETURN NEW;
    END IF;
    RAISE EXCEPTION 'what is verified of an account goes forward only'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'ck_ledger_verified_forward';
  END $$`;

/** The last hour of an account that was looked at, in the order of hours: what is before it is verified, or broken. */
const WALK = `
  CREATE TABLE ledger_verification (
    id smallint NOT NULL,
    hour timestamptz(3) NOT NULL,
    merchant_id uuid NOT NULL,
    account_id uuid NOT NULL,
    CONSTRAINT pk_ledger_verification PRIMARY KEY (id),
    CONSTRAINT ck_ledger_verification_one CHECK (id = 1)
  )`;

/** The books grow only, so what is newer lies together; an hour is a new row once, whatever is posted in it. */
const FOUND_BY = [
  {
    name: 'ix_ledger_hours_hour',
    create: 'CREATE INDEX ix_ledger_hours_hour ON ledger_hours (hour, merchant_id, account_id)',
  },
  {
    name: 'ix_ledger_transactions_recorded_at',
    create: `CREATE INDEX ix_ledger_transactions_recorded_at ON ledger_transactions
             USING brin (recorded_at) WITH (autosummarize = on)`,
  },
  {
    name: 'ix_ledger_entries_posted_at',
    create: `CREATE INDEX ix_ledger_entries_posted_at ON ledger_entries
             USING brin (posted_at) WITH (autosummarize = on)`,
  },
];
