import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What providers report of a day, and how it agrees with the books (money contract §19, decision 0053). */
export class Reconciliations1763716000000 implements MigrationInterface {
  name = 'Reconciliations1763716000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(RECONCILIATIONS);
    await runner.query('CREATE INDEX ix_reconciliations_list ON reconciliations (created_at DESC, id DESC)');
    await runner.query(
      `CREATE INDEX ix_reconciliations_asked ON reconciliations (requested_at) WHERE read_at IS NULL OR read_at < requested_at`,
    );
    await runner.query(ITEMS);
    for (const index of INDEXES) await runner.query(index);
    await runner.query(CHECK_POSTED);
    await runner.query(`
      CREATE CONSTRAINT TRIGGER ck_reconciliation_items_transaction AFTER INSERT OR UPDATE ON reconciliation_items
      DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_reconciliation_item_posted()`);
    await runner.query(KEEP);
    await runner.query(`
      CREATE TRIGGER tr_reconciliation_items_kept BEFORE UPDATE OR DELETE ON reconciliation_items
      FOR EACH ROW EXECUTE FUNCTION keep_reconciliation_item()`);
    for (const { create } of FOUND_BY) await runner.query(create);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const { name } of FOUND_BY) await runner.query(`DROP INDEX ${name}`);
    await runner.query('DROP TABLE reconciliation_items, reconciliations');
    await runner.query('DROP FUNCTION keep_reconciliation_item()');
    await runner.query('DROP FUNCTION check_reconciliation_item_posted()');
  }
}

const RECONCILIATIONS = `
  CREATE TABLE reconciliations (
    id uuid NOT NULL,
    provider character varying(40) NOT NULL,
    date date NOT NULL,
    requested_at timestamptz(3),
    read_at timestamptz(3),
    created_at timestamptz(3) NOT NULL,
    CONSTRAINT pk_reconciliations PRIMARY KEY (id),
    CONSTRAINT uq_reconciliations_day UNIQUE (provider, date),
    CONSTRAINT ck_reconciliations_provider CHECK (provider ~ '^[a-z0-9_-]+$')
  )`;

/** An institution's report knows no merchant: whose an item is, is told by what it matches, if it matches anything. */
const ITEMS = `
  CREATE TABLE reconciliation_items (
    id uuid NOT NULL,
    reconciliation_id uuid NOT NULL,
    provider character varying(40) NOT NULL,
    line_id character varying(110),
    merchant_id uuid,
    type character varying(20) NOT NULL,
    reference character varying(80),
    installment smallint,
    status character varying(20) NOT NULL,
    resource_type character varying(32),
    resource_id uuid,
    cause_id uuid,
    expected_cents bigint,
    expected_date date,
    gross_cents bigint,
    fee_cents bigint,
    net_cents bigint,
    line_date date,
    posted_at timestamptz(3),
    resolution character varying(10),
    note character varying(2000),
    resolved_by uuid,
    resolved_at timestamptz(3),
    asked_by uuid,
    asked_note character varying(2000),
    asked_at timestamptz(3),
    created_at timestamptz(3) NOT NULL,
    updated_at timestamptz(3) NOT NULL,
    CONSTRAINT pk_reconciliation_items PRIMARY KEY (id),
    CONSTRAINT uq_reconciliation_items_line UNIQUE (provider, line_id),
    CONSTRAINT fk_reconciliation_items_reconciliation FOREIGN KEY (reconciliation_id) REFERENCES reconciliations (id),
    CONSTRAINT fk_reconciliation_items_merchant FOREIGN KEY (merchant_id) REFERENCES merchants (id),
    CONSTRAINT fk_reconciliation_items_resolved_by FOREIGN KEY (resolved_by) REFERENCES operators (id),
    CONSTRAINT fk_reconciliation_items_asked_by FOREIGN KEY (asked_by) REFERENCES operators (id),
    CONSTRAINT ck_reconciliation_items_type CHECK (
      type IN ('payment', 'refund', 'dispute', 'dispute_return', 'payout', 'payout_return', 'fee', 'other')),
    CONSTRAINT ck_reconciliation_items_status CHECK (CASE status
      WHEN 'matched' THEN expected_cents = gross_cents AND expected_date = line_date
      WHEN 'amount_differs' THEN expected_cents <> gross_cents
      WHEN 'date_differs' THEN expected_cents = gross_cents AND expected_date <> line_date
      WHEN 'missing_here' THEN true
      WHEN 'missing_there' THEN true
      ELSE false END),
    CONSTRAINT ck_reconciliation_items_line CHECK (
      num_nonnulls(line_id, gross_cents, fee_cents, net_cents, line_date) IN (0, 5)
      AND (line_id IS NULL) = (status = 'missing_there')),
    CONSTRAINT ck_reconciliation_items_expected CHECK (
      num_nonnulls(cause_id, expected_cents, expected_date) IN (0, 3)
      AND (cause_id IS NULL) = (status = 'missing_here') AND (cause_id IS NULL OR num_nonnulls(merchant_id, resource_id) = 2)
      AND (resource_id IS NULL) = (resource_type IS NULL) AND (resource_id IS NULL OR merchant_id IS NOT NULL)
      AND (cause_id IS NULL OR type NOT IN ('fee', 'other'))),
    CONSTRAINT ck_reconciliation_items_amounts CHECK (
      (type IN ('fee', 'other') OR gross_cents >= 0) AND abs(gross_cents) <= 9999999999 AND abs(fee_cents) <= 9999999999
      AND expected_cents BETWEEN 1 AND 9999999999 AND installment BETWEEN 1 AND 99
      AND net_cents = CASE WHEN type IN ('refund', 'dispute', 'payout') THEN gross_cents + fee_cents
                           ELSE gross_cents - fee_cents END),
    CONSTRAINT ck_reconciliation_items_resolved CHECK (
      num_nonnulls(resolution, note, resolved_by, resolved_at) IN (0, 4) AND resolution IN ('explain', 'adjust')
      AND (resolution IS NULL OR status <> 'matched')),
    CONSTRAINT ck_reconciliation_items_asked CHECK (
      num_nonnulls(asked_by, asked_note, asked_at) IN (0, 3) AND (asked_by IS NULL OR status <> 'matched')),
    CONSTRAINT ck_reconciliation_items_two CHECK (
      resolution IS DISTINCT FROM 'adjust'
      OR asked_by IS NOT NULL AND asked_by <> resolved_by AND asked_note = note AND merchant_id IS NOT NULL),
    CONSTRAINT ck_reconciliation_items_posted CHECK (
      posted_at IS NULL OR merchant_id IS NOT NULL AND (status = 'matched' OR resolution IS NOT NULL))
  )`;

const INDEXES = [
  // What happened is reported once, whole or by its instalments.
  `CREATE UNIQUE INDEX uq_reconciliation_items_cause
     ON reconciliation_items (merchant_id, cause_id, (coalesce(installment, 0))) WHERE cause_id IS NOT NULL`,
  `CREATE INDEX ix_reconciliation_items_list
     ON reconciliation_items (reconciliation_id, (status = 'matched'), created_at, id)`,
  `CREATE INDEX ix_reconciliation_items_open
     ON reconciliation_items (reconciliation_id) WHERE status <> 'matched' AND resolution IS NULL`,
  `CREATE INDEX ix_reconciliation_items_here
     ON reconciliation_items (provider, type, reference) WHERE status = 'missing_here' AND resolution IS NULL`,
];

const CHECK_POSTED = `
  CREATE FUNCTION check_reconciliation_item_posted() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF NEW.merchant_id IS NOT NULL AND (NEW.posted_at IS NOT NULL) <> EXISTS (
         SELECT 1 FROM ledger_transactions
          WHERE merchant_id = NEW.merchant_id AND reference = coalesce('provider:' || NEW.provider || ':' || NEW.line_id,
                                                                       'reconciliation:' || NEW.id)) THEN
      RAISE EXCEPTION 'an item of a reconciliation is posted when it is matched or resolved, and not before'
        USING ERRCODE = 'check_violation', CONSTRAINT = 'ck_reconciliation_items_transaction';
    END IF;
    RETURN NULL;
  END $$`;

/** What was reported, posted or resolved by two does not change; only what was missing there may still be told. */
const KEEP = `
  CREATE FUNCTION keep_reconciliation_item() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF TG_OP = 'DELETE' THEN
      RAISE EXCEPTION 'what was reported is never deleted' USING ERRCODE = 'insufficient_privilege';
    END IF;
    IF OLD.posted_at IS NOT NULL OR OLD.status = 'matched' OR OLD.resolution = 'adjust'
       OR OLD.line_id IS NOT NULL AND (OLD.line_id, OLD.type, OLD.gross_cents, OLD.fee_cents, OLD.net_cents, OLD.line_date)
          IS DISTINCT FROM (NEW.line_id, NEW.type, NEW.gross_cents, NEW.fee_cents, NEW.net_cents, NEW.line_date)
       OR OLD.cause_id IS NOT NULL AND OLD.cause_id IS DISTINCT FROM NEW.cause_id THEN
      RAISE EXCEPTION 'what was reported stays, and so does what was posted of it'
        USING ERRCODE = 'check_violation', CONSTRAINT = 'ck_reconciliation_items_kept';
    END IF;
    RETURN NEW;
  END $$`;

/** By what lines of a report find what they are about; a day of the books lies together, so its blocks are enough. */
const FOUND_BY = [
  {
    name: 'ix_ledger_transactions_effective',
    create:
      'CREATE INDEX ix_ledger_transactions_effective ON ledger_transactions USING brin (effective_date)',
  },
  {
    name: 'ix_provider_calls_given_back',
    create: `CREATE INDEX ix_provider_calls_given_back ON provider_calls (key) WHERE kind IN ('refund', 'return')`,
  },
  {
    name: 'ix_disputes_provider',
    create: 'CREATE INDEX ix_disputes_provider ON disputes (provider_dispute_id, provider_account_id)',
  },
  {
    name: 'ix_withdrawal_returns_provider',
    create: 'CREATE INDEX ix_withdrawal_returns_provider ON withdrawal_returns (provider_return_id)',
  },
];
