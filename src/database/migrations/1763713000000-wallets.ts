import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Wallets of merchants and submerchants (money contract §12), also of those that there are: of every merchant, and of every
 * submerchant that was active once. Merchants get a tax number, which their wallets show.
 */
export class Wallets1763713000000 implements MigrationInterface {
  name = 'Wallets1763713000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE merchants ADD COLUMN tax_id character varying(14)');
    await runner.query(
      `ALTER TABLE merchants ADD CONSTRAINT ck_merchants_tax_id CHECK (tax_id ~ '^([0-9]{11}|[0-9A-Z]{12}[0-9]{2})$')`,
    );
    await runner.query(WALLETS);
    await runner.query('CREATE INDEX ix_wallets_list ON wallets (merchant_id, created_at DESC, id DESC)');
    await runner.query('CREATE INDEX ix_wallets_id ON wallets (id)');
    await runner.query('CREATE INDEX ix_wallets_tax_id ON wallets (owner_tax_id)');
    await runner.query(OF_MERCHANTS);
    await runner.query(OF_SUBMERCHANTS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE wallets');
    await runner.query('ALTER TABLE merchants DROP COLUMN tax_id');
  }
}

/** What an owner is called is kept here too, so that a list is found and read in one table. */
const WALLETS = `
  CREATE TABLE wallets (
    merchant_id uuid NOT NULL,
    id uuid NOT NULL,
    owner_type character varying(11) NOT NULL,
    owner_name character varying(200) NOT NULL,
    owner_tax_id character varying(14),
    state character varying(20) NOT NULL,
    debt_limit_cents bigint,
    is_live boolean NOT NULL,
    search_text text NOT NULL,
    version integer NOT NULL,
    created_at timestamptz(3) NOT NULL,
    updated_at timestamptz(3) NOT NULL,
    CONSTRAINT pk_wallets PRIMARY KEY (merchant_id, id),
    CONSTRAINT fk_wallets_merchant FOREIGN KEY (merchant_id) REFERENCES merchants (id),
    CONSTRAINT ck_wallets_owner CHECK (
      owner_type IN ('merchant', 'submerchant') AND (owner_type = 'merchant') = (id = merchant_id)
      AND (owner_type = 'merchant' OR owner_tax_id IS NOT NULL)),
    CONSTRAINT ck_wallets_state CHECK (
      state IN ('active', 'owner_not_active', 'frozen', 'frozen_not_active')
      AND (owner_type = 'submerchant' OR state IN ('active', 'frozen'))),
    CONSTRAINT ck_wallets_debt_limit CHECK (debt_limit_cents BETWEEN 0 AND 9999999999),
    CONSTRAINT ck_wallets_version CHECK (version > 0)
  )`;

const OF_MERCHANTS = `
  INSERT INTO wallets (merchant_id, id, owner_type, owner_name, owner_tax_id, state, debt_limit_cents, is_live, search_text,
                       version, created_at, updated_at)
  SELECT id, id, 'merchant', left(name, 200), tax_id, 'active', CASE mode WHEN 'live' THEN 1000000 END, mode = 'live',
         ${folded('name')}, 1, created_at, created_at
    FROM merchants`;

const OF_SUBMERCHANTS = `
  INSERT INTO wallets (merchant_id, id, owner_type, owner_name, owner_tax_id, state, debt_limit_cents, is_live, search_text,
                       version, created_at, updated_at)
  SELECT s.merchant_id, s.id, 'submerchant', coalesce(s.trade_name, s.legal_name), s.tax_id,
         CASE s.status WHEN 'active' THEN 'active' ELSE 'owner_not_active' END,
         CASE m.mode WHEN 'live' THEN 100000 END, m.mode = 'live',
         ${folded(`concat_ws(E'\\n', nullif(s.trade_name, ''), s.legal_name)`)}, 1, s.activated_at, s.activated_at
    FROM submerchants s JOIN merchants m ON m.id = s.merchant_id
   WHERE s.activated_at IS NOT NULL`;

/** As `searchText` folds it: lower case, without marks. */
function folded(text: string): string {
  const marks = '\\u0300-\\u036f\\u1ab0-\\u1aff\\u1dc0-\\u1dff\\u20d0-\\u20ff\\ufe20-\\ufe2f';
  return `lower(regexp_replace(normalize(${text}, NFD), '[${marks}]', '', 'g'))`;
}
