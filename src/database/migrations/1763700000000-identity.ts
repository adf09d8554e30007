import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who calls: merchants and operators, the key pairs that identify them, and how operators log in. */
export class Identity1763700000000 implements MigrationInterface {
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
        -- Operators find merchants by name, whatever the case and the accents.
        search_text text NOT NULL,
        CONSTRAINT pk_merchants PRIMARY KEY (id),
        CONSTRAINT ck_merchants_mode CHECK (mode IN ('test', 'live')),
        CONSTRAINT ck_merchants_limits CHECK (least(limit_transactions, limit_queries, limit_default) >= 1)
      )`);
    await runner.query('CREATE INDEX ix_merchants_list ON merchants (created_at DESC, id DESC)');
    // No two merchants have one public key: every pair refers to its name here.
    await runner.query(`
      CREATE TABLE api_key_owners (
        public_key text NOT NULL,
        merchant_id uuid NOT NULL,
        CONSTRAINT pk_api_key_owners PRIMARY KEY (public_key),
        CONSTRAINT uq_api_key_owners_merchant UNIQUE (merchant_id, public_key),
        CONSTRAINT fk_api_key_owners_merchant FOREIGN KEY (merchant_id) REFERENCES merchants (id) ON DELETE CASCADE
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
        CONSTRAINT pk_api_keys PRIMARY KEY (merchant_id, id),
        CONSTRAINT uq_api_keys_public_key UNIQUE (merchant_id, public_key),
        CONSTRAINT ck_api_keys_scopes CHECK (cardinality(scopes) >= 1 AND scopes <@ ARRAY['read', 'write']),
        CONSTRAINT fk_api_keys_merchant FOREIGN KEY (merchant_id) REFERENCES merchants (id) ON DELETE CASCADE,
        CONSTRAINT fk_api_keys_owner FOREIGN KEY (merchant_id, public_key)
          REFERENCES api_key_owners (merchant_id, public_key) ON DELETE CASCADE
      )`);
    // Requests are looked up by it before their merchant is known. By a join with the owners it takes twice as long.
    await runner.query('CREATE INDEX ix_api_keys_public_key ON api_keys (public_key)');
    await runner.query(`
      CREATE TABLE operators (
        id uuid NOT NULL,
        email text NOT NULL,
        password_hash text NOT NULL,
        role text NOT NULL,
        disabled_at timestamptz(3),
        created_at timestamptz(3) NOT NULL,
        totp_secret_box text,
        totp_confirmed_at timestamptz(3),
        totp_last_step bigint,
        last_login_at timestamptz(3),
        -- Whoever made the account knows its password until its holder has set one (contract §8, Four eyes).
        created_by uuid,
        password_set_at timestamptz(3),
        CONSTRAINT pk_operators PRIMARY KEY (id),
        CONSTRAINT uq_operators_email UNIQUE (email),
        CONSTRAINT ck_operators_role CHECK (role IN ('viewer', 'reviewer', 'admin')),
        CONSTRAINT ck_operators_email CHECK (email = lower(email)),
        CONSTRAINT ck_operators_totp CHECK (
          totp_secret_box IS NOT NULL OR (totp_confirmed_at IS NULL AND totp_last_step IS NULL)),
        CONSTRAINT ck_operators_created_by CHECK (created_by <> id),
        CONSTRAINT fk_operators_created_by FOREIGN KEY (created_by) REFERENCES operators (id)
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
    await runner.query(`
      CREATE TABLE operator_sessions (
        id uuid NOT NULL,
        operator_id uuid NOT NULL,
        token_mac bytea NOT NULL,
        pepper_id text NOT NULL,
        created_at timestamptz(3) NOT NULL,
        last_seen_at timestamptz(3) NOT NULL,
        idle_expires_at timestamptz(3) NOT NULL,
        expires_at timestamptz(3) NOT NULL,
        CONSTRAINT pk_operator_sessions PRIMARY KEY (id),
        CONSTRAINT fk_operator_sessions_operator FOREIGN KEY (operator_id) REFERENCES operators (id) ON DELETE CASCADE,
        CONSTRAINT ck_operator_sessions_idle CHECK (
          idle_expires_at <= last_seen_at + interval '30 minutes' AND idle_expires_at <= expires_at),
        CONSTRAINT ck_operator_sessions_absolute CHECK (expires_at <= created_at + interval '12 hours')
      )`);
    await runner.query('CREATE INDEX ix_operator_sessions_operator_id ON operator_sessions (operator_id)');
    await runner.query(`
      CREATE TABLE operator_recovery_codes (
        operator_id uuid NOT NULL,
        position smallint NOT NULL,
        code_mac bytea NOT NULL,
        pepper_id text NOT NULL,
        used_at timestamptz(3),
        CONSTRAINT pk_operator_recovery_codes PRIMARY KEY (operator_id, position),
        CONSTRAINT fk_operator_recovery_codes_operator
          FOREIGN KEY (operator_id) REFERENCES operators (id) ON DELETE CASCADE,
        CONSTRAINT ck_operator_recovery_codes_position CHECK (position BETWEEN 1 AND 10)
      )`);
    // Not bound to operators: an unknown e-mail is locked exactly like a known one.
    await runner.query(`
      CREATE TABLE login_attempts (
        email text NOT NULL,
        address text NOT NULL,
        tries smallint NOT NULL,
        expires_at timestamptz(3) NOT NULL,
        CONSTRAINT pk_login_attempts PRIMARY KEY (email, address),
        CONSTRAINT ck_login_attempts_tries CHECK (tries BETWEEN 1 AND 11)
      )`);
    await runner.query('CREATE INDEX ix_login_attempts_expires_at ON login_attempts (expires_at)');
    // The audit log tells of the first failure of a kind, and later how many came after it.
    await runner.query(`
      CREATE TABLE login_failures (
        address text NOT NULL,
        reason text NOT NULL,
        email text NOT NULL,
        repeated integer NOT NULL,
        since timestamptz(3) NOT NULL,
        CONSTRAINT pk_login_failures PRIMARY KEY (address, reason, email),
        CONSTRAINT ck_login_failures_repeated CHECK (repeated >= 0)
      )`);
    await runner.query('CREATE INDEX ix_login_failures_since ON login_failures (since)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE login_failures');
    await runner.query('DROP TABLE login_attempts');
    await runner.query('DROP TABLE operator_recovery_codes');
    await runner.query('DROP TABLE operator_sessions');
    await runner.query('DROP TABLE operator_keys');
    await runner.query('DROP TABLE operators');
    await runner.query('DROP TABLE api_keys');
    await runner.query('DROP TABLE api_key_owners');
    await runner.query('DROP TABLE merchants');
  }
}
