import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Receivables that are paid before their day (money contract §16). */
export class Anticipations1763715000000 implements MigrationInterface {
  name = 'Anticipations1763715000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(ANTICIPATIONS);
    await runner.query(ITEMS);
    await runner.query(RECEIVABLES);
    for (const index of INDEXES) await runner.query(index);
    await runner.query(CHECK_SUMS);
    // At the commit, because an anticipation is written beside its items.
    await runner.query(`
      CREATE CONSTRAINT TRIGGER ck_anticipation_sums AFTER INSERT OR UPDATE ON anticipations
      DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_anticipation_sums()`);
    await runner.query(KEEP);
    await runner.query(`
      CREATE TRIGGER tr_anticipations_kept BEFORE UPDATE OR DELETE ON anticipations
      FOR EACH ROW EXECUTE FUNCTION keep_anticipation()`);
    await runner.query(KEEP_ITEM);
    await runner.query(`
      CREATE TRIGGER tr_anticipation_items_kept BEFORE UPDATE OR DELETE ON anticipation_items
      FOR EACH ROW EXECUTE FUNCTION keep_anticipation_item()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX ix_receivables_anticipation');
    await runner.query(`
      ALTER TABLE receivables
        DROP CONSTRAINT fk_receivables_anticipation,
        DROP CONSTRAINT ck_receivables_anticipated,
        ADD CONSTRAINT ck_receivables_anticipated CHECK ((status = 'anticipated') <= (anticipation_id IS NOT NULL))`);
    await runner.query('DROP TABLE anticipation_items, anticipations');
    await runner.query('DROP FUNCTION check_anticipation_sums()');
    await runner.query('DROP FUNCTION keep_anticipation()');
    await runner.query('DROP FUNCTION keep_anticipation_item()');
  }
}

const ANTICIPATIONS = `
  CREATE TABLE anticipations (
    merchant_id uuid NOT NULL,
    id uuid NOT NULL,
    wallet_id uuid NOT NULL,
    amount_cents bigint NOT NULL,
    fee_cents bigint NOT NULL,
    payout_cents bigint NOT NULL,
    monthly_percentage_ppm integer NOT NULL,
    count integer NOT NULL,
    average_days numeric(7,2) NOT NULL,
    timeframe character varying(5) NOT NULL,
    payment_date date NOT NULL,
    status character varying(20) NOT NULL,
    refusal_code character varying(30),
    refusal_message character varying(500),
    source character varying(10) NOT NULL,
    external_id character varying(100),
    version integer NOT NULL,
    created_at timestamptz(3) NOT NULL,
    updated_at timestamptz(3) NOT NULL,
    decided_at timestamptz(3),
    paid_at timestamptz(3),
    CONSTRAINT pk_anticipations PRIMARY KEY (merchant_id, id),
    CONSTRAINT fk_anticipations_wallet FOREIGN KEY (merchant_id, wallet_id) REFERENCES wallets (merchant_id, id),
    CONSTRAINT ck_anticipations_status CHECK (status IN ('pending', 'approved', 'paid', 'refused', 'cancelled')),
    CONSTRAINT ck_anticipations_timeframe CHECK (timeframe IN ('start', 'end') AND source = 'api'),
    CONSTRAINT ck_anticipations_amounts CHECK (
      amount_cents >= 0 AND fee_cents >= 0 AND payout_cents = amount_cents - fee_cents AND payout_cents >= count
      AND count BETWEEN 0 AND 5000 AND (count = 0) = (amount_cents = 0) AND (count > 0 OR status = 'cancelled')
      AND monthly_percentage_ppm >= 0 AND average_days >= 0),
    CONSTRAINT ck_anticipations_refused CHECK (
      (status = 'refused') = (refusal_code IS NOT NULL) AND (refusal_message IS NULL OR refusal_code IS NOT NULL)
      AND (refusal_code IS NULL OR refusal_code IN ('suspected_fraud', 'insufficient_history', 'other'))),
    CONSTRAINT ck_anticipations_decided CHECK (
      CASE status WHEN 'pending' THEN decided_at IS NULL WHEN 'cancelled' THEN true ELSE decided_at IS NOT NULL END),
    CONSTRAINT ck_anticipations_paid CHECK ((status = 'paid') = (paid_at IS NOT NULL)),
    CONSTRAINT ck_anticipations_version CHECK (version > 0)
  )`;

const ITEMS = `
  CREATE TABLE anticipation_items (
    merchant_id uuid NOT NULL,
    anticipation_id uuid NOT NULL,
    receivable_id uuid NOT NULL,
    due_date date NOT NULL,
    net_cents bigint NOT NULL,
    days integer NOT NULL,
    fee_cents bigint NOT NULL,
    state character varying(10) NOT NULL,
    CONSTRAINT pk_anticipation_items PRIMARY KEY (merchant_id, anticipation_id, receivable_id),
    CONSTRAINT fk_anticipation_items_anticipation FOREIGN KEY (merchant_id, anticipation_id)
      REFERENCES anticipations (merchant_id, id),
    CONSTRAINT fk_anticipation_items_receivable FOREIGN KEY (merchant_id, receivable_id) REFERENCES receivables (merchant_id, id),
    CONSTRAINT ck_anticipation_items_state CHECK (state IN ('open', 'paid', 'gone', 'released')),
    CONSTRAINT ck_anticipation_items_amounts CHECK (fee_cents >= 0 AND fee_cents < net_cents AND days > 0)
  )`;

/** While it waits it may be promised to one anticipation, which pays it; nothing else has one. */
const RECEIVABLES = `
  ALTER TABLE receivables
    DROP CONSTRAINT ck_receivables_anticipated,
    ADD CONSTRAINT ck_receivables_anticipated CHECK (
      CASE status WHEN 'anticipated' THEN anticipation_id IS NOT NULL
        WHEN 'waiting_funds' THEN anticipation_fee_cents = 0 ELSE anticipation_id IS NULL AND anticipation_fee_cents = 0 END
      AND (anticipation_id IS NULL OR payment_method = 'credit_card' AND encumbered_cents = 0)),
    ADD CONSTRAINT fk_receivables_anticipation FOREIGN KEY (merchant_id, anticipation_id)
      REFERENCES anticipations (merchant_id, id)`;

const INDEXES = [
  'CREATE INDEX ix_anticipations_list ON anticipations (merchant_id, created_at DESC, id DESC)',
  'CREATE INDEX ix_anticipations_wallet ON anticipations (merchant_id, wallet_id, created_at DESC, id DESC)',
  `CREATE INDEX ix_anticipations_due ON anticipations (payment_date, merchant_id, id) WHERE status = 'approved'`,
  'CREATE INDEX ix_anticipations_queue ON anticipations (created_at, id)',
  'CREATE INDEX ix_anticipations_id ON anticipations (id)',
  `CREATE UNIQUE INDEX uq_anticipation_items_receivable ON anticipation_items (merchant_id, receivable_id)
    WHERE state IN ('open', 'paid')`,
  'CREATE INDEX ix_receivables_anticipation ON receivables (merchant_id, anticipation_id) WHERE anticipation_id IS NOT NULL',
] as const;

const CHECK_SUMS = `
  CREATE FUNCTION check_anticipation_sums() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM 1 FROM anticipations AS row
      CROSS JOIN LATERAL (
        SELECT count(*) AS items, coalesce(sum(net_cents), 0) AS net, coalesce(sum(fee_cents), 0) AS fee,
               count(*) FILTER (WHERE state <> CASE WHEN row.status = 'paid' THEN 'paid'
                 WHEN row.status IN ('pending', 'approved') THEN 'open' ELSE 'released' END) AS astray
          FROM anticipation_items
         WHERE merchant_id = row.merchant_id AND anticipation_id = row.id AND state <> 'gone') AS sums
     WHERE row.merchant_id = NEW.merchant_id AND row.id = NEW.id
       AND (sums.items <> row.count OR sums.net <> row.amount_cents OR sums.fee <> row.fee_cents OR sums.astray > 0);
    IF FOUND THEN
      RAISE EXCEPTION 'the receivables of an anticipation do not sum to it, or are not where it is'
        USING ERRCODE = 'check_violation', CONSTRAINT = 'ck_anticipation_sums';
    END IF;
    RETURN NULL;
  END $$`;

/** Whose it is and what it costs a month stays; what has ended stays so; it may be paid later than it was to be, never earlier. */
const KEEP = `
  CREATE FUNCTION keep_anticipation() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF TG_OP = 'DELETE' THEN
      RAISE EXCEPTION 'an anticipation is never deleted' USING ERRCODE = 'insufficient_privilege';
    END IF;
    IF (NEW.merchant_id, NEW.id, NEW.wallet_id, NEW.monthly_percentage_ppm, NEW.timeframe, NEW.source, NEW.external_id, NEW.created_at)
       IS DISTINCT FROM
       (OLD.merchant_id, OLD.id, OLD.wallet_id, OLD.monthly_percentage_ppm, OLD.timeframe, OLD.source, OLD.external_id, OLD.created_at)
       OR OLD.status IN ('paid', 'refused', 'cancelled') OR NEW.payment_date < OLD.payment_date THEN
      RAISE EXCEPTION 'what an anticipation is, and how it ended, does not change'
        USING ERRCODE = 'check_violation', CONSTRAINT = 'ck_anticipations_kept';
    END IF;
    RETURN NEW;
  END $$`;

const KEEP_ITEM = `
  CREATE FUNCTION keep_anticipation_item() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF TG_OP = 'DELETE' THEN
      RAISE EXCEPTION 'a receivable of an anticipation is never deleted' USING ERRCODE = 'insufficient_privilege';
    END IF;
    IF OLD.state <> 'open'
       OR (NEW.merchant_id, NEW.anticipation_id, NEW.receivable_id, NEW.due_date)
          IS DISTINCT FROM (OLD.merchant_id, OLD.anticipation_id, OLD.receivable_id, OLD.due_date) THEN
      RAISE EXCEPTION 'what became of a receivable of an anticipation does not change'
        USING ERRCODE = 'check_violation', CONSTRAINT = 'ck_anticipation_items_kept';
    END IF;
    RETURN NEW;
  END $$`;
