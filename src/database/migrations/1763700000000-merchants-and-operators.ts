import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Merchants and operators, and the key pairs that identify them. */
export class MerchantsAndOperators1763700000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE merchants (
        id uuid NOT NULL,
        name text NOT NULL,
        mode text NOT NULL,
        limit_transactions integer,
        limit_queries integer,
        limit_default integer,
        created_at timestamptz(3) NOT NULL,
        CONSTRAINT pk_merchants PRIMARY KEY (id),
        CONSTRAINT ck_merchants_mode CHECK (mode IN ('test', 'live')),
        CONSTRAINT ck_merchants_limits CHECK (least(limit_transactions, limit_queries, limit_default) >= 1)
      )`);
    await runner.query(`
      CREATE TABLE api_keys (
        id uuid NOT NULL,
        merchant_id uuid NOT NULL,
        public_key text NOT NULL,
        secret_mac bytea NOT NULL,
        pepper_id text NOT NULL,
        scopes text[] NOT NULL,
        expires_at timestamptz(3),
        revoked_at timestamptz(3),
        last_used_at timestamptz(3),
        created_at timestamptz(3) NOT NULL,
        CONSTRAINT pk_api_keys PRIMARY KEY (id),
        CONSTRAINT uq_api_keys_public_key UNIQUE (public_key),
        CONSTRAINT ck_api_keys_scopes CHECK (cardinality(scopes) >= 1 AND scopes <@ ARRAY['read', 'write']),
        CONSTRAINT fk_api_keys_merchant FOREIGN KEY (merchant_id) REFERENCES merchants (id) ON DELETE CASCADE
      )`);
    await runner.query('CREATE INDEX ix_api_keys_merchant_id ON api_keys (merchant_id)');
    await runner.query(`
      CREATE TABLE operators (
        id uuid NOT NULL,
        email text NOT NULL,
        password_hash text NOT NULL,
        role text NOT NULL,
        disabled_at timestamptz(3),
        created_at timestamptz(3) NOT NULL,
        CONSTRAINT pk_operators PRIMARY KEY (id),
        CONSTRAINT uq_operators_email UNIQUE (email),
        CONSTRAINT ck_operators_role CHECK (role IN ('viewer', 'reviewer', 'admin')),
        CONSTRAINT ck_operators_email CHECK (email = lower(email))
      )`);
    await runner.query(`
      CREATE TABLE operator_keys (
        id uuid NOT NULL,
        operator_id uuid NOT NULL,
        public_key text NOT NULL,
        secret_mac bytea NOT NULL,
        pepper_id text NOT NULL,
        expires_at timestamptz(3) NOT NULL,
        revoked_at timestamptz(3),
        last_used_at timestamptz(3),
        created_at timestamptz(3) NOT NULL,
        CONSTRAINT pk_operator_keys PRIMARY KEY (id),
        CONSTRAINT uq_operator_keys_public_key UNIQUE (public_key),
        CONSTRAINT fk_operator_keys_operator FOREIGN KEY (operator_id) REFERENCES operators (id) ON DELETE CASCADE
      )`);
    await runner.query('CREATE INDEX ix_operator_keys_operator_id ON operator_keys (operator_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE operator_keys');
    await runner.query('DROP TABLE operators');
    await runner.query('DROP TABLE api_keys');
    await runner.query('DROP TABLE merchants');
  }
}
