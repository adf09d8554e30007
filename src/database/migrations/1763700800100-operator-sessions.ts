import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Operators log in: sessions, failed log-ins, second factors with their recovery codes. */
export class OperatorSessions1763700800100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE operators
        ADD COLUMN totp_secret_box text,
        ADD COLUMN totp_confirmed_at timestamptz(3),
        ADD COLUMN totp_last_step bigint,
        ADD COLUMN last_login_at timestamptz(3),
        ADD CONSTRAINT ck_operators_totp CHECK (
          totp_secret_box IS NOT NULL OR (totp_confirmed_at IS NULL AND totp_last_step IS NULL))`);
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
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE login_attempts');
    await runner.query('DROP TABLE operator_recovery_codes');
    await runner.query('DROP TABLE operator_sessions');
    await runner.query(`
      ALTER TABLE operators
        DROP CONSTRAINT ck_operators_totp,
        DROP COLUMN totp_secret_box,
        DROP COLUMN totp_confirmed_at,
        DROP COLUMN totp_last_step,
        DROP COLUMN last_login_at`);
  }
}
