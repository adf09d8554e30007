import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Which wallets are paid out by the calendar, and what came of each time (money contract §12). What is with a provider is found
 * without the rest, for who watches that it ends.
 */
export class AutomaticWithdrawals1763717000000 implements MigrationInterface {
  name = 'AutomaticWithdrawals1763717000000';

  async up(runner: QueryRunner): Promise<void> {
    // What the foreign key below refers to: a wallet's money goes to a destination of its own.
    await runner.query(
      'CREATE UNIQUE INDEX uq_destinations_wallet ON destinations (merchant_id, wallet_id, id)',
    );
    await runner.query(SCHEDULES);
    await runner.query('CREATE INDEX ix_automatic_withdrawals_due ON automatic_withdrawals (next_on)');
    await runner.query(RUNS);
    for (const index of INDEXES) await runner.query(index);
    await runner.query(
      `CREATE INDEX ix_withdrawals_processing ON withdrawals (sent_at) WHERE status = 'processing'`,
    );
    await runner.query(KEEP);
    await runner.query(`
      CREATE TRIGGER tr_automatic_withdrawal_runs_kept BEFORE UPDATE OR DELETE ON automatic_withdrawal_runs
      FOR EACH ROW EXECUTE FUNCTION keep_automatic_withdrawal_run()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE automatic_withdrawal_runs, automatic_withdrawals');
    await runner.query('DROP FUNCTION keep_automatic_withdrawal_run()');
    await runner.query('DROP INDEX uq_destinations_wallet');
    await runner.query('DROP INDEX ix_withdrawals_processing');
  }
}

const SCHEDULES = `
  CREATE TABLE automatic_withdrawals (
    merchant_id uuid NOT NULL,
    wallet_id uuid NOT NULL,
    frequency character varying(7) NOT NULL,
    day smallint,
    minimum_cents bigint NOT NULL,
    retain_cents bigint NOT NULL,
    destination_id uuid NOT NULL,
    next_on date NOT NULL,
    CONSTRAINT pk_automatic_withdrawals PRIMARY KEY (merchant_id, wallet_id),
    CONSTRAINT fk_automatic_withdrawals_wallet FOREIGN KEY (merchant_id, wallet_id) REFERENCES wallets (merchant_id, id),
    CONSTRAINT fk_automatic_withdrawals_destination FOREIGN KEY (merchant_id, wallet_id, destination_id)
      REFERENCES destinations (merchant_id, wallet_id, id),
    CONSTRAINT ck_automatic_withdrawals_day CHECK (CASE frequency
      WHEN 'daily' THEN day IS NULL
      WHEN 'weekly' THEN day IS NOT NULL AND day BETWEEN 1 AND 5
      WHEN 'monthly' THEN day IS NOT NULL AND day BETWEEN 1 AND 31
      ELSE false END),
    CONSTRAINT ck_automatic_withdrawals_amounts CHECK (
      minimum_cents BETWEEN 1 AND 9999999999 AND retain_cents BETWEEN 0 AND 9999999999)
  )`;

const RUNS = `
  CREATE TABLE automatic_withdrawal_runs (
    merchant_id uuid NOT NULL,
    id uuid NOT NULL,
    wallet_id uuid NOT NULL,
    day date NOT NULL,
    source character varying(8) NOT NULL,
    outcome character varying(15) NOT NULL,
    withdrawal_id uuid,
    code character varying(40),
    at timestamptz(3) NOT NULL,
    CONSTRAINT pk_automatic_withdrawal_runs PRIMARY KEY (merchant_id, id),
    CONSTRAINT fk_automatic_withdrawal_runs_wallet FOREIGN KEY (merchant_id, wallet_id) REFERENCES wallets (merchant_id, id),
    CONSTRAINT fk_automatic_withdrawal_runs_withdrawal FOREIGN KEY (merchant_id, withdrawal_id)
      REFERENCES withdrawals (merchant_id, id),
    CONSTRAINT ck_automatic_withdrawal_runs_source CHECK (source IN ('calendar', 'sandbox')),
    CONSTRAINT ck_automatic_withdrawal_runs_outcome CHECK (CASE outcome
      WHEN 'withdrawn' THEN withdrawal_id IS NOT NULL AND code IS NULL
      WHEN 'nothing_to_send' THEN num_nonnulls(withdrawal_id, code) = 0
      WHEN 'refused' THEN withdrawal_id IS NULL AND code IS NOT NULL
        AND code IN ('WALLET_FROZEN', 'PROVIDER_NOT_CONFIGURED', 'DESTINATION_NOT_USABLE', 'WITHDRAWAL_LIMIT_EXCEEDED')
      ELSE false END)
  )`;

/** The first is why a wallet is paid out once a day, whoever runs it how often. */
const INDEXES = [
  `CREATE UNIQUE INDEX uq_automatic_withdrawal_runs_day ON automatic_withdrawal_runs (merchant_id, wallet_id, day)
    WHERE source = 'calendar'`,
  `CREATE UNIQUE INDEX uq_automatic_withdrawal_runs_withdrawal ON automatic_withdrawal_runs (merchant_id, withdrawal_id)
    WHERE withdrawal_id IS NOT NULL`,
  'CREATE INDEX ix_automatic_withdrawal_runs_last ON automatic_withdrawal_runs (merchant_id, wallet_id, at DESC, id DESC)',
];

const KEEP = `
  CREATE FUNCTION keep_automatic_withdrawal_run() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    RAISE EXCEPTION 'what came of an automatic withdrawal does not change' USING ERRCODE = 'insufficient_privilege';
  END $$`;
