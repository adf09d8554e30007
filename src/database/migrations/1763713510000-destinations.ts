import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Where the money of wallets may be sent to (money contract §12). */
export class Destinations1763713510000 implements MigrationInterface {
  name = 'Destinations1763713510000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(DESTINATIONS);
    await runner.query(`
      CREATE UNIQUE INDEX uq_destinations_default ON destinations (merchant_id, wallet_id) WHERE is_default`);
    // The same again is the one that there is; what was rejected or disabled may be tried anew.
    await runner.query(`
      CREATE UNIQUE INDEX uq_destinations_open ON destinations
        (merchant_id, wallet_id, type, coalesce(pix_key, ''), coalesce(ispb, ''), coalesce(branch, ''), coalesce(account, ''),
         coalesce(account_digit, ''), coalesce(account_type, ''))
        WHERE status IN ('pending', 'active')`);
    await runner.query(
      'CREATE INDEX ix_destinations_list ON destinations (merchant_id, wallet_id, created_at DESC, id DESC)',
    );
    await runner.query(KEEP);
    await runner.query(`
      CREATE TRIGGER tr_destinations_kept BEFORE UPDATE OR DELETE ON destinations
      FOR EACH ROW EXECUTE FUNCTION keep_destination()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE destinations');
    await runner.query('DROP FUNCTION keep_destination()');
    await runner.query(`DELETE FROM provider_calls WHERE subject_type = 'destination'`);
  }
}

const DESTINATIONS = `
  CREATE TABLE destinations (
    merchant_id uuid NOT NULL,
    id uuid NOT NULL,
    wallet_id uuid NOT NULL,
    provider_account_id uuid NOT NULL,
    type character varying(20) NOT NULL,
    pix_key_type character varying(10),
    pix_key character varying(77),
    ispb character varying(8),
    bank_code character varying(3),
    branch character varying(5),
    account character varying(13),
    account_digit character varying(2),
    account_type character varying(10),
    holder_name character varying(200),
    holder_tax_id character varying(14),
    resolved_tax_id character varying(14),
    is_digit_suspect boolean NOT NULL,
    nickname character varying(100),
    is_default boolean NOT NULL,
    status character varying(10) NOT NULL,
    reason character varying(20),
    activated_at timestamptz(3),
    usable_from timestamptz(3),
    version integer NOT NULL,
    created_at timestamptz(3) NOT NULL,
    updated_at timestamptz(3) NOT NULL,
    CONSTRAINT pk_destinations PRIMARY KEY (merchant_id, id),
    CONSTRAINT fk_destinations_wallet FOREIGN KEY (merchant_id, wallet_id) REFERENCES wallets (merchant_id, id),
    CONSTRAINT ck_destinations_status CHECK (status IN ('pending', 'active', 'rejected', 'disabled')),
    CONSTRAINT ck_destinations_type CHECK (CASE type
      WHEN 'pix_key' THEN pix_key_type IN ('cpf', 'cnpj', 'email', 'phone', 'evp') AND pix_key IS NOT NULL
        AND num_nonnulls(ispb, bank_code, branch, account, account_digit, account_type, holder_tax_id) = 0
      WHEN 'bank_account' THEN num_nonnulls(pix_key_type, pix_key) = 0 AND account_type IN ('checking', 'savings', 'payment')
        AND num_nulls(ispb, branch, account, account_digit, account_type, holder_name, holder_tax_id) = 0
      ELSE false END),
    CONSTRAINT ck_destinations_reason CHECK ((reason IS NOT NULL) = (status IN ('rejected', 'disabled'))),
    CONSTRAINT ck_destinations_usable CHECK (
      (usable_from IS NULL) = (activated_at IS NULL) AND (activated_at IS NOT NULL) = (status IN ('active', 'disabled'))),
    CONSTRAINT ck_destinations_default CHECK (NOT is_default OR status IN ('pending', 'active')),
    CONSTRAINT ck_destinations_version CHECK (version > 0)
  )`;

/** A leaked key decides how much is sent, never where to: where a destination leads does not change, and what has ended stays so. */
const KEEP = `
  CREATE FUNCTION keep_destination() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF TG_OP = 'DELETE' THEN
      RAISE EXCEPTION 'a destination is never deleted' USING ERRCODE = 'insufficient_privilege';
    END IF;
    IF (NEW.merchant_id, NEW.id, NEW.wallet_id, NEW.provider_account_id, NEW.type, NEW.pix_key_type, NEW.pix_key, NEW.ispb,
        NEW.bank_code, NEW.branch, NEW.account, NEW.account_digit, NEW.account_type, NEW.holder_tax_id, NEW.created_at)
       IS DISTINCT FROM
       (OLD.merchant_id, OLD.id, OLD.wallet_id, OLD.provider_account_id, OLD.type, OLD.pix_key_type, OLD.pix_key, OLD.ispb,
        OLD.bank_code, OLD.branch, OLD.account, OLD.account_digit, OLD.account_type, OLD.holder_tax_id, OLD.created_at)
       OR OLD.status IN ('rejected', 'disabled') AND NEW.status <> OLD.status THEN
      RAISE EXCEPTION 'where a destination leads, and that it has ended, does not change'
        USING ERRCODE = 'check_violation', CONSTRAINT = 'ck_destinations_kept';
    END IF;
    RETURN NEW;
  END $$`;
