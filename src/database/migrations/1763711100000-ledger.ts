import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The books of each merchant: double entry, append-only (money contract §11, decision 0032). */
export class Ledger1763711100000 implements MigrationInterface {
  name = 'Ledger1763711100000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(IS_POSTING);
    await runner.query(ACCOUNTS);
    await runner.query(TRANSACTIONS);
    await runner.query(TAIL);
    await runner.query(ENTRIES);
    await runner.query(REFUSE);
    await this.guard(runner, 'ledger_transactions', 'UPDATE OR DELETE OR TRUNCATE');
    await this.guard(runner, 'ledger_entries', 'UPDATE OR DELETE OR TRUNCATE');
    await this.guard(runner, 'ledger_accounts', 'DELETE OR TRUNCATE');
    await this.guard(runner, 'ledger_tail', 'UPDATE OR TRUNCATE');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE ledger_entries, ledger_tail, ledger_transactions, ledger_accounts');
    await runner.query('DROP FUNCTION refuse_ledger_change()');
    await runner.query('DROP FUNCTION is_ledger_posting(uuid[], bigint[])');
  }

  /** Always: also for the owner of the tables, and in a session in which ordinary triggers do not fire. */
  private async guard(runner: QueryRunner, table: string, events: string): Promise<void> {
    const name = `tr_${table}_append_only`;
    await runner.query(`
      CREATE TRIGGER ${name} BEFORE ${events} ON ${table}
      FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change()`);
    await runner.query(`ALTER TABLE ${table} ENABLE ALWAYS TRIGGER ${name}`);
  }
}

/**
 * 2 to 500 lines that sum to 0, one an account, in the order of the accounts: so two transactions with the same lines have
 * the same arrays.
 */
const IS_POSTING = `
  CREATE FUNCTION is_ledger_posting(accounts uuid[], amounts bigint[]) RETURNS boolean
    LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
  DECLARE
    lines integer := cardinality(accounts);
    total bigint := 0;
  BEGIN
    IF lines NOT BETWEEN 2 AND 500 OR cardinality(amounts) <> lines OR array_ndims(accounts) <> 1
       OR array_ndims(amounts) <> 1 OR array_lower(accounts, 1) <> 1 OR array_lower(amounts, 1) <> 1 THEN
      RETURN false;
    END IF;
    FOR line IN 1 .. lines LOOP
      IF accounts[line] IS NULL OR coalesce(amounts[line], 0) = 0
         OR amounts[line] NOT BETWEEN -1000000000000000 AND 1000000000000000 THEN
        RETURN false;
      END IF;
      IF line > 1 AND accounts[line] <= accounts[line - 1] THEN
        RETURN false;
      END IF;
      total := total + amounts[line];
    END LOOP;
    RETURN total = 0;
  END $$`;

/** Half of each page is left free: the row changes with every round of the poster, and no index holds what changes. */
const ACCOUNTS = `
  CREATE TABLE ledger_accounts (
    merchant_id uuid NOT NULL,
    id uuid NOT NULL,
    wallet_id uuid,
    name character varying(64) NOT NULL,
    currency character(3) NOT NULL DEFAULT 'BRL',
    min_cents bigint,
    max_cents bigint,
    posted_cents bigint NOT NULL DEFAULT 0,
    seq bigint NOT NULL DEFAULT 0,
    posted_at timestamptz(3),
    opened_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
    CONSTRAINT pk_ledger_accounts PRIMARY KEY (merchant_id, id),
    CONSTRAINT uq_ledger_accounts_name UNIQUE NULLS NOT DISTINCT (merchant_id, wallet_id, name),
    CONSTRAINT fk_ledger_accounts_merchant FOREIGN KEY (merchant_id) REFERENCES merchants (id),
    CONSTRAINT ck_ledger_accounts_currency CHECK (currency = 'BRL'),
    CONSTRAINT ck_ledger_accounts_name CHECK (CASE
      WHEN wallet_id IS NOT NULL
        THEN name IN ('waiting_funds', 'available', 'in_transit', 'blocked', 'reserve', 'debt')
      ELSE name IN ('fees:processing', 'fees:anticipation', 'fees:withdrawal', 'fees:dispute', 'losses', 'suspense')
        OR name ~ '^(clearing|cash|costs):[a-z0-9_-]{1,40}$' END),
    CONSTRAINT ck_ledger_accounts_kind CHECK (
      min_cents IS NOT DISTINCT FROM CASE WHEN wallet_id IS NOT NULL AND name <> 'debt' THEN 0 END
      AND max_cents IS NOT DISTINCT FROM CASE WHEN wallet_id IS NOT NULL AND name = 'debt' THEN 0 END),
    CONSTRAINT ck_ledger_accounts_bounds CHECK (
      (min_cents IS NULL OR posted_cents >= min_cents) AND (max_cents IS NULL OR posted_cents <= max_cents)),
    CONSTRAINT ck_ledger_accounts_exact CHECK (posted_cents BETWEEN -9007199254740991 AND 9007199254740991),
    CONSTRAINT ck_ledger_accounts_seq CHECK (
      seq >= 0 AND (seq = 0) = (posted_at IS NULL) AND (seq > 0 OR posted_cents = 0))
  ) WITH (fillfactor = 50)`;

const TRANSACTIONS = `
  CREATE TABLE ledger_transactions (
    merchant_id uuid NOT NULL,
    id uuid NOT NULL,
    reference character varying(160) NOT NULL,
    kind character varying(32) NOT NULL,
    resource_type character varying(32) NOT NULL,
    resource_id uuid NOT NULL,
    account_ids uuid[] NOT NULL,
    amounts_cents bigint[] NOT NULL,
    reverses_id uuid,
    occurred_at timestamptz(3) NOT NULL,
    recorded_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
    effective_date date NOT NULL GENERATED ALWAYS AS ((occurred_at AT TIME ZONE 'America/Sao_Paulo')::date) STORED,
    CONSTRAINT pk_ledger_transactions PRIMARY KEY (merchant_id, id),
    CONSTRAINT uq_ledger_transactions_reference UNIQUE (merchant_id, reference),
    CONSTRAINT uq_ledger_transactions_reverses UNIQUE (merchant_id, reverses_id),
    CONSTRAINT fk_ledger_transactions_reverses
      FOREIGN KEY (merchant_id, reverses_id) REFERENCES ledger_transactions (merchant_id, id),
    CONSTRAINT ck_ledger_transactions_balanced CHECK (is_ledger_posting(account_ids, amounts_cents)),
    CONSTRAINT ck_ledger_transactions_reference CHECK (reference ~ '^[a-z_]+:.'),
    CONSTRAINT ck_ledger_transactions_kind CHECK (kind ~ '^[a-z_]+$'),
    CONSTRAINT ck_ledger_transactions_reverses CHECK (reverses_id <> id)
  )`;

/**
 * Lines that have no place in their account yet. No foreign key leads to the account: its check would share the lock of a
 * hot row in every posting, and accounts are never deleted. What is taken out every few milliseconds is vacuumed often.
 */
const TAIL = `
  CREATE TABLE ledger_tail (
    merchant_id uuid NOT NULL,
    account_id uuid NOT NULL,
    transaction_id uuid NOT NULL,
    kind character varying(32) NOT NULL,
    amount_cents bigint NOT NULL,
    recorded_at timestamptz(3) NOT NULL,
    CONSTRAINT pk_ledger_tail PRIMARY KEY (merchant_id, account_id, transaction_id)
  ) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000)`;

const ENTRIES = `
  CREATE TABLE ledger_entries (
    merchant_id uuid NOT NULL,
    account_id uuid NOT NULL,
    seq bigint NOT NULL,
    transaction_id uuid NOT NULL,
    kind character varying(32) NOT NULL,
    amount_cents bigint NOT NULL,
    balance_cents bigint NOT NULL,
    posted_at timestamptz(3) NOT NULL,
    CONSTRAINT pk_ledger_entries PRIMARY KEY (merchant_id, account_id, seq),
    CONSTRAINT uq_ledger_entries_line UNIQUE (merchant_id, transaction_id, account_id),
    CONSTRAINT ck_ledger_entries_seq CHECK (seq >= 1),
    CONSTRAINT ck_ledger_entries_amount CHECK (amount_cents <> 0)
  )`;

const REFUSE = `
  CREATE FUNCTION refuse_ledger_change() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    RAISE EXCEPTION '% of % refused: the books grow only', TG_OP, TG_TABLE_NAME
      USING ERRCODE = 'insufficient_privilege';
  END $$`;
