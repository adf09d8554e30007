import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Fees, settlement, reserve and limits, of the platform and of merchants (money contract §13). */
export class Terms1763712000000 implements MigrationInterface {
  name = 'Terms1763712000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(IS_WHOLE);
    await runner.query(TABLE);
    await runner.query('CREATE INDEX ix_terms_merchant ON terms (merchant_id, kind, effective_from)');
    await runner.query(REFUSE);
    for (const [name, events] of [
      ['tr_terms_append_only', 'UPDATE OR DELETE ON terms FOR EACH ROW'],
      ['tr_terms_kept', 'TRUNCATE ON terms FOR EACH STATEMENT'],
    ] as const) {
      await runner.query(`CREATE TRIGGER ${name} BEFORE ${events} EXECUTE FUNCTION refuse_terms_change()`);
      // Also for the owner of the table, and in a session in which ordinary triggers do not fire.
      await runner.query(`ALTER TABLE terms ENABLE ALWAYS TRIGGER ${name}`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE terms');
    await runner.query('DROP FUNCTION refuse_terms_change()');
    await runner.query('DROP FUNCTION is_whole_between(jsonb, bigint, bigint)');
  }
}

/** False for anything but a whole number of JSON in its bounds, also for what is not there. */
const IS_WHOLE = `
  CREATE FUNCTION is_whole_between(value jsonb, lowest bigint, highest bigint) RETURNS boolean
    LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
  BEGIN
    IF value IS NULL OR jsonb_typeof(value) <> 'number' THEN
      RETURN false;
    END IF;
    RETURN value::numeric = trunc(value::numeric) AND value::numeric BETWEEN lowest AND highest;
  END $$`;

const cents = (name: string, least = 0): string =>
  `is_whole_between(conditions -> '${name}', ${least}, 9999999999)`;
const centsOrNull = (name: string): string => `(conditions -> '${name}' = 'null' OR ${cents(name, 1)})`;
const ppm = (name: string): string => `is_whole_between(conditions -> '${name}', 0, 1000000)`;
const days = (name: string): string => `is_whole_between(conditions -> '${name}', 0, 400)`;
const nothingElse = (...names: readonly string[]): string =>
  `conditions - ARRAY[${names.map((name) => `'${name}'`).join(', ')}] = '{}'`;

const TABLE = `
  CREATE TABLE terms (
    id uuid NOT NULL,
    merchant_id uuid,
    kind character varying(20) NOT NULL,
    payment_method character varying(20),
    brand character varying(20),
    installments smallint,
    withdrawal_method character varying(10),
    dispute_kind character varying(20),
    conditions jsonb NOT NULL,
    effective_from timestamptz(3) NOT NULL,
    created_at timestamptz(3) NOT NULL,
    CONSTRAINT pk_terms PRIMARY KEY (id),
    CONSTRAINT fk_terms_merchant FOREIGN KEY (merchant_id) REFERENCES merchants (id),
    CONSTRAINT ck_terms_kind CHECK (
      kind IN ('processing', 'settlement', 'reserve', 'withdrawal', 'dispute', 'anticipation', 'limits')),
    CONSTRAINT ck_terms_payment_method CHECK (
      (kind IN ('processing', 'settlement', 'reserve')) = (payment_method IS NOT NULL)
      AND payment_method IN ('pix', 'credit_card', 'debit_card', 'boleto')),
    CONSTRAINT ck_terms_brand CHECK (
      brand IS NULL OR kind = 'processing' AND payment_method IN ('credit_card', 'debit_card')),
    CONSTRAINT ck_terms_installments CHECK (
      installments IS NULL
      OR kind = 'processing' AND payment_method = 'credit_card' AND installments BETWEEN 1 AND 12),
    CONSTRAINT ck_terms_withdrawal_method CHECK (
      (kind = 'withdrawal') = (withdrawal_method IS NOT NULL) AND withdrawal_method IN ('pix', 'ted')),
    CONSTRAINT ck_terms_dispute_kind CHECK (
      (kind = 'dispute') = (dispute_kind IS NOT NULL) AND dispute_kind IN ('chargeback', 'pix_return')),
    CONSTRAINT ck_terms_effective_from CHECK (effective_from >= created_at),
    CONSTRAINT ck_terms_conditions CHECK ((CASE kind
      WHEN 'processing' THEN ${ppm('percentage_ppm')} AND ${cents('fixed_cents')} AND ${cents('minimum_cents')}
        AND ${nothingElse('percentage_ppm', 'fixed_cents', 'minimum_cents')}
      WHEN 'settlement' THEN ${days('days')} AND ${days('interval_days')}
        AND conditions -> 'unit' IN ('"calendar"', '"business"')
        AND ${nothingElse('days', 'interval_days', 'unit')}
      WHEN 'reserve' THEN ${ppm('percentage_ppm')} AND ${days('days')}
        AND ${nothingElse('percentage_ppm', 'days')}
      WHEN 'anticipation' THEN jsonb_typeof(conditions -> 'enabled') = 'boolean'
        AND ${ppm('monthly_percentage_ppm')} AND ${centsOrNull('automatic_up_to_cents')}
        AND ${nothingElse('enabled', 'monthly_percentage_ppm', 'automatic_up_to_cents')}
      WHEN 'limits' THEN ${cents('minimum_cents', 1)} AND ${centsOrNull('maximum_cents')}
        AND ${centsOrNull('daily_amount_cents')} AND is_whole_between(conditions -> 'daily_count', 1, 100000)
        AND ${centsOrNull('review_above_cents')} AND ${centsOrNull('second_review_above_cents')}
        AND ${nothingElse(
          'minimum_cents',
          'maximum_cents',
          'daily_amount_cents',
          'daily_count',
          'review_above_cents',
          'second_review_above_cents',
        )}
      ELSE ${cents('fixed_cents')} AND ${nothingElse('fixed_cents')} END) IS TRUE)
  )`;

/** What is in force is what charges were made under: only what nobody could have met yet may go. */
const REFUSE = `
  CREATE FUNCTION refuse_terms_change() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF TG_OP = 'DELETE' AND OLD.effective_from > now() THEN
      RETURN OLD;
    END IF;
    RAISE EXCEPTION '% of terms refused: terms are added, and only future ones are taken back', TG_OP
      USING ERRCODE = 'insufficient_privilege';
  END $$`;
