import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What every feature writes beside its own rows: answers kept for retries, events that wait, the audit log. */
export class Common1763700100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await this.idempotency(runner);
    await this.outbox(runner);
    await this.schedules(runner);
    await this.audit(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE audit_head');
    await runner.query('DROP TABLE audit_entries');
    await runner.query('DROP FUNCTION refuse_audit_change()');
    await runner.query('DROP TABLE scheduled_task_runs');
    await runner.query('DROP TABLE outbox_events');
    await runner.query('DROP TABLE idempotency_records');
  }

  /** The stored answers of POSTs with an Idempotency-Key, written in the transaction of their effect. */
  private async idempotency(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE idempotency_records (
        scope bytea NOT NULL,
        request_mac bytea NOT NULL,
        mac_key_id text NOT NULL,
        response_status smallint,
        response_body text,
        expires_at timestamptz(3) NOT NULL,
        CONSTRAINT pk_idempotency_records PRIMARY KEY (scope),
        CONSTRAINT ck_idempotency_records_status CHECK (response_status IS NULL OR response_status BETWEEN 200 AND 299)
      )`);
    await runner.query('CREATE INDEX ix_idempotency_records_expires_at ON idempotency_records (expires_at)');
  }

  /**
   * Events wait here, written in the transaction of the change they tell of, until the relay hands them on.
   * The partial index holds waiting rows only, so a relay that polls an almost empty outbox reads almost nothing.
   */
  private async outbox(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE outbox_events (
        id uuid NOT NULL,
        position bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
        type character varying(64) NOT NULL,
        merchant_id uuid NOT NULL,
        resource_id uuid NOT NULL,
        payload text NOT NULL,
        occurred_at timestamptz(3) NOT NULL,
        relayed_at timestamptz(3),
        failures integer NOT NULL DEFAULT 0,
        retry_at timestamptz(3),
        CONSTRAINT pk_outbox_events PRIMARY KEY (merchant_id, id),
        CONSTRAINT ck_outbox_events_payload CHECK (left(payload, 1) = '{' AND right(payload, 1) = '}')
      )`);
    await runner.query(
      'CREATE INDEX ix_outbox_events_waiting ON outbox_events (position) WHERE relayed_at IS NULL',
    );
    await runner.query(
      'CREATE INDEX ix_outbox_events_relayed_at ON outbox_events (relayed_at) WHERE relayed_at IS NOT NULL',
    );
  }

  /** One row a task of the worker: its next run, and a lease for who is at it. */
  private async schedules(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE scheduled_task_runs (
        name character varying(60) NOT NULL,
        next_run_at timestamptz(3) NOT NULL,
        lease_until timestamptz(3),
        claim integer NOT NULL DEFAULT 0,
        CONSTRAINT pk_scheduled_task_runs PRIMARY KEY (name),
        CONSTRAINT ck_scheduled_task_runs_claim CHECK (claim >= 0)
      )`);
  }

  /**
   * The audit log and its head. Both grow only: triggers refuse everything else, also to the owner of the tables and
   * to a session in which ordinary triggers do not fire. Whoever may drop a trigger is found by the chain instead.
   */
  private async audit(runner: QueryRunner): Promise<void> {
    await runner.query(CREATE_ENTRIES);
    await runner.query('CREATE INDEX ix_audit_entries_at ON audit_entries (at, sequence)');
    await runner.query(
      'CREATE INDEX ix_audit_entries_actor_id ON audit_entries (actor_id, at) WHERE actor_id IS NOT NULL',
    );
    await runner.query(
      'CREATE INDEX ix_audit_entries_target_id ON audit_entries (target_id, at) WHERE target_id IS NOT NULL',
    );
    await runner.query(
      'CREATE INDEX ix_audit_entries_merchant_id ON audit_entries (merchant_id, at) WHERE merchant_id IS NOT NULL',
    );
    // For a whole kind of actions as well, by prefix.
    await runner.query('CREATE INDEX ix_audit_entries_action ON audit_entries (action text_pattern_ops, at)');
    await runner.query(`
      CREATE TABLE audit_head (
        id smallint NOT NULL,
        entries bigint NOT NULL,
        mac bytea NOT NULL,
        key_check bytea,
        CONSTRAINT pk_audit_head PRIMARY KEY (id),
        CONSTRAINT ck_audit_head_single CHECK (id = 1),
        CONSTRAINT ck_audit_head_entries CHECK (entries >= 0),
        CONSTRAINT ck_audit_head_mac CHECK (octet_length(mac) = 32),
        CONSTRAINT ck_audit_head_key_check
          CHECK ((entries = 0) = (key_check IS NULL) AND octet_length(key_check) = 16)
      )`);
    await runner.query(
      `INSERT INTO audit_head (id, entries, mac, key_check) VALUES (1, 0, decode(repeat('00', 32), 'hex'), NULL)`,
    );
    await runner.query(REFUSE);
    await this.guard(runner, 'audit_entries', 'UPDATE OR DELETE OR TRUNCATE', 'STATEMENT');
    await this.guard(runner, 'audit_head', 'INSERT OR DELETE OR TRUNCATE', 'STATEMENT');
    await this.guard(runner, 'audit_head', 'UPDATE', 'ROW', 'WHEN (new.entries <= old.entries)');
  }

  private async guard(
    runner: QueryRunner,
    table: string,
    events: string,
    each: 'ROW' | 'STATEMENT',
    when = '',
  ): Promise<void> {
    const name = `tr_${table}_append_only${each === 'ROW' ? '_rows' : ''}`;
    await runner.query(`
      CREATE TRIGGER ${name} BEFORE ${events} ON ${table} FOR EACH ${each} ${when}
        EXECUTE FUNCTION refuse_audit_change()`);
    await runner.query(`ALTER TABLE ${table} ENABLE ALWAYS TRIGGER ${name}`);
  }
}

const CREATE_ENTRIES = `
  CREATE TABLE audit_entries (
    sequence bigint NOT NULL,
    at timestamptz(3) NOT NULL,
    action text NOT NULL,
    actor_kind text NOT NULL,
    actor_id uuid,
    actor_email text,
    target_type text,
    target_id text,
    merchant_id uuid,
    details text NOT NULL,
    mac bytea NOT NULL,
    CONSTRAINT pk_audit_entries PRIMARY KEY (sequence),
    CONSTRAINT ck_audit_entries_sequence CHECK (sequence >= 1),
    CONSTRAINT ck_audit_entries_action CHECK (action ~ '^[a-z_]+[.][a-z_]+$' AND length(action) <= 64),
    CONSTRAINT ck_audit_entries_actor
      CHECK ((actor_kind = 'operator') = (actor_id IS NOT NULL AND actor_email IS NOT NULL)),
    CONSTRAINT ck_audit_entries_actor_kind CHECK (actor_kind IN ('operator', 'cli', 'system')),
    CONSTRAINT ck_audit_entries_target CHECK ((target_type IS NULL) = (target_id IS NULL)),
    CONSTRAINT ck_audit_entries_details
      CHECK (jsonb_typeof(details::jsonb) = 'object' AND octet_length(details) <= 131072),
    CONSTRAINT ck_audit_entries_mac CHECK (octet_length(mac) = 32)
  )`;

const REFUSE = `
  CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    RAISE EXCEPTION '% of % refused: the audit log grows only', TG_OP, TG_TABLE_NAME
      USING ERRCODE = 'insufficient_privilege';
  END
  $$`;
