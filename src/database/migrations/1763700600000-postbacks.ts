import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Endpoints, what is sent to them, and every attempt. A deleted endpoint stays as a row without secrets, so that
 * its deliveries keep their place in the log; it gives its slot back, and slots end at the limit of 20.
 */
export class Postbacks1763700600000 implements MigrationInterface {
  name = 'Postbacks1763700600000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE postback_endpoints (
        id uuid NOT NULL,
        merchant_id uuid NOT NULL,
        slot smallint NOT NULL,
        url character varying(2048) NOT NULL,
        secret_box text,
        previous_secret_box text,
        previous_secret_expires_at timestamptz(3),
        events character varying(64)[] NOT NULL,
        status character varying(10) NOT NULL,
        paused_reason character varying(10),
        last_sequence bigint NOT NULL DEFAULT 0,
        created_position bigint NOT NULL,
        failing_since timestamptz(3),
        failed_attempts integer NOT NULL DEFAULT 0,
        -- The circuit breaker is in the row, so that all workers agree; so is whether it answers slowly.
        breaker_open_until timestamptz(3),
        breaker_openings integer NOT NULL DEFAULT 0,
        slow boolean NOT NULL DEFAULT false,
        search_text text NOT NULL,
        version integer NOT NULL DEFAULT 1,
        created_at timestamptz(3) NOT NULL,
        updated_at timestamptz(3) NOT NULL,
        deleted_at timestamptz(3),
        CONSTRAINT pk_postback_endpoints PRIMARY KEY (merchant_id, id),
        CONSTRAINT fk_postback_endpoints_merchant FOREIGN KEY (merchant_id) REFERENCES merchants (id),
        CONSTRAINT ck_postback_endpoints_status CHECK (status IN ('active', 'paused', 'deleted')),
        CONSTRAINT ck_postback_endpoints_deleted CHECK ((status = 'deleted') = (deleted_at IS NOT NULL)),
        CONSTRAINT ck_postback_endpoints_paused_reason CHECK (CASE status WHEN 'paused'
          THEN paused_reason IN ('manual', 'gone', 'failing') AND paused_reason IS NOT NULL
          ELSE paused_reason IS NULL END),
        CONSTRAINT ck_postback_endpoints_events CHECK (cardinality(events) BETWEEN 1 AND 50),
        CONSTRAINT ck_postback_endpoints_url CHECK (url ~* '^https?://' AND length(url) <= 2048),
        CONSTRAINT ck_postback_endpoints_secret CHECK ((secret_box IS NULL) = (deleted_at IS NOT NULL)),
        CONSTRAINT ck_postback_endpoints_previous_secret
          CHECK ((previous_secret_box IS NULL) = (previous_secret_expires_at IS NULL)),
        CONSTRAINT ck_postback_endpoints_slot CHECK (slot BETWEEN 1 AND 20),
        CONSTRAINT ck_postback_endpoints_counts
          CHECK (version > 0 AND last_sequence >= 0 AND created_position > 0 AND failed_attempts >= 0),
        CONSTRAINT ck_postback_endpoints_failing CHECK ((failing_since IS NULL) = (failed_attempts = 0)),
        CONSTRAINT ck_postback_endpoints_breaker
          CHECK (breaker_openings >= 0 AND (breaker_openings = 0) = (breaker_open_until IS NULL))
      )`);
    await runner.query(`
      CREATE UNIQUE INDEX uq_postback_endpoints_slot ON postback_endpoints (merchant_id, slot) WHERE deleted_at IS NULL`);
    await runner.query(`
      CREATE INDEX ix_postback_endpoints_list ON postback_endpoints (merchant_id, created_at DESC, id DESC)
        WHERE deleted_at IS NULL`);
    await this.pastSubscriptions(runner);
    await runner.query(`
      CREATE TABLE postback_deliveries (
        id uuid NOT NULL,
        merchant_id uuid NOT NULL,
        endpoint_id uuid NOT NULL,
        event_id uuid NOT NULL,
        event character varying(64) NOT NULL,
        resource_id uuid NOT NULL,
        sequence bigint NOT NULL,
        body text NOT NULL,
        status character varying(10) NOT NULL,
        attempt_count integer NOT NULL DEFAULT 0,
        attempt_limit integer NOT NULL,
        next_attempt_at timestamptz(3),
        lease_until timestamptz(3),
        claim integer NOT NULL DEFAULT 0,
        resend_due boolean NOT NULL DEFAULT false,
        delivered_at timestamptz(3),
        search_text text NOT NULL,
        created_at timestamptz(3) NOT NULL,
        updated_at timestamptz(3) NOT NULL,
        CONSTRAINT pk_postback_deliveries PRIMARY KEY (merchant_id, id),
        CONSTRAINT fk_postback_deliveries_endpoint FOREIGN KEY (merchant_id, endpoint_id)
          REFERENCES postback_endpoints (merchant_id, id),
        CONSTRAINT uq_postback_deliveries_event_endpoint UNIQUE (merchant_id, event_id, endpoint_id),
        CONSTRAINT uq_postback_deliveries_sequence UNIQUE (merchant_id, endpoint_id, sequence),
        CONSTRAINT ck_postback_deliveries_status
          CHECK (status IN ('pending', 'delivered', 'retrying', 'exhausted', 'held', 'cancelled')),
        CONSTRAINT ck_postback_deliveries_due
          CHECK ((status IN ('pending', 'retrying')) = (next_attempt_at IS NOT NULL)),
        CONSTRAINT ck_postback_deliveries_delivered CHECK (status <> 'delivered' OR delivered_at IS NOT NULL),
        CONSTRAINT ck_postback_deliveries_counts
          CHECK (sequence > 0 AND attempt_count >= 0 AND attempt_limit > 0 AND claim >= 0)
      )`);
    await runner.query(`
      CREATE INDEX ix_postback_deliveries_due
        ON postback_deliveries (merchant_id, endpoint_id, next_attempt_at, sequence) WHERE status IN ('pending', 'retrying')`);
    await runner.query(`
      CREATE INDEX ix_postback_deliveries_list ON postback_deliveries (merchant_id, created_at DESC, id DESC)
        INCLUDE (status, event)`);
    // The operators' list of all merchants' deliveries: totals and pages are read from the index alone (decision 0003).
    await runner.query(`
      CREATE INDEX ix_postback_deliveries_created ON postback_deliveries (created_at DESC, id DESC)
        INCLUDE (status, event, endpoint_id)`);
    // Operators find deliveries without knowing whose they are, by one of these ids or its beginning.
    for (const id of ['id', 'event_id', 'resource_id']) {
      await runner.query(`CREATE INDEX ix_postback_deliveries_${id} ON postback_deliveries (${id})`);
    }
    await runner.query(`
      CREATE INDEX ix_postback_deliveries_endpoint_list
        ON postback_deliveries (merchant_id, endpoint_id, created_at DESC, id DESC)`);
    // What the daily clean-up reads; deliveries by age are found through their time-ordered ids.
    await runner.query(`
      CREATE INDEX ix_postback_deliveries_held ON postback_deliveries (updated_at) WHERE status = 'held'`);
    await runner.query(`
      CREATE TABLE postback_attempts (
        merchant_id uuid NOT NULL,
        delivery_id uuid NOT NULL,
        number integer NOT NULL,
        at timestamptz(3) NOT NULL,
        status_code integer,
        response_headers jsonb,
        response_body text,
        duration_ms integer NOT NULL,
        error character varying(200),
        CONSTRAINT pk_postback_attempts PRIMARY KEY (merchant_id, delivery_id, number),
        CONSTRAINT fk_postback_attempts_delivery FOREIGN KEY (merchant_id, delivery_id)
          REFERENCES postback_deliveries (merchant_id, id) ON DELETE CASCADE,
        CONSTRAINT ck_postback_attempts_outcome CHECK ((status_code IS NULL) = (error IS NOT NULL)),
        CONSTRAINT ck_postback_attempts_number CHECK (number > 0 AND duration_ms >= 0)
      )`);
    // What the clean-up deletes is vacuumed early: a fifth of a large table is too much to wait for.
    for (const table of ['postback_deliveries', 'postback_attempts']) {
      await runner.query(
        `ALTER TABLE ${table} SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02)`,
      );
    }
    // A replay is a row that workers go through in small steps: a million deliveries are never locked at once.
    await runner.query(`
      CREATE TABLE postback_replays (
        merchant_id uuid NOT NULL,
        id uuid NOT NULL,
        endpoint_id uuid NOT NULL,
        date_from date NOT NULL,
        date_to date NOT NULL,
        statuses character varying(10)[] NOT NULL,
        next_sequence bigint NOT NULL,
        last_sequence bigint NOT NULL,
        queued integer NOT NULL DEFAULT 0,
        created_at timestamptz(3) NOT NULL,
        finished_at timestamptz(3),
        CONSTRAINT pk_postback_replays PRIMARY KEY (merchant_id, id),
        CONSTRAINT fk_postback_replays_endpoint FOREIGN KEY (merchant_id, endpoint_id)
          REFERENCES postback_endpoints (merchant_id, id),
        CONSTRAINT ck_postback_replays_period CHECK (date_from <= date_to),
        CONSTRAINT ck_postback_replays_statuses CHECK (cardinality(statuses) > 0),
        CONSTRAINT ck_postback_replays_progress
          CHECK (next_sequence > 0 AND last_sequence > 0 AND queued >= 0
            AND (finished_at IS NOT NULL OR next_sequence <= last_sequence))
      )`);
    await runner.query(`
      CREATE INDEX ix_postback_replays_running ON postback_replays (merchant_id, endpoint_id, id)
        WHERE finished_at IS NULL`);
    await runner.query(`
      CREATE INDEX ix_postback_replays_finished ON postback_replays (finished_at) WHERE finished_at IS NOT NULL`);
  }

  /**
   * What an endpoint was subscribed to before a change or its deletion, up to that position of the outbox: who gets an
   * event is decided by the moment when it happened. Only the end is stored, so that no two of them can overlap.
   */
  private async pastSubscriptions(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE postback_past_subscriptions (
        merchant_id uuid NOT NULL,
        endpoint_id uuid NOT NULL,
        until_position bigint NOT NULL,
        events character varying(64)[] NOT NULL,
        changed_at timestamptz(3) NOT NULL,
        CONSTRAINT pk_postback_past_subscriptions PRIMARY KEY (merchant_id, endpoint_id, until_position),
        CONSTRAINT fk_postback_past_subscriptions_endpoint FOREIGN KEY (merchant_id, endpoint_id)
          REFERENCES postback_endpoints (merchant_id, id),
        CONSTRAINT ck_postback_past_subscriptions_events CHECK (cardinality(events) BETWEEN 1 AND 50),
        CONSTRAINT ck_postback_past_subscriptions_position CHECK (until_position > 0)
      )`);
    // The fan-out asks a merchant's changes since the oldest event of a batch, the clean-up for what is old.
    await runner.query(`
      CREATE INDEX ix_postback_past_subscriptions_position ON postback_past_subscriptions (merchant_id, until_position)`);
    await runner.query(`
      CREATE INDEX ix_postback_past_subscriptions_changed ON postback_past_subscriptions (changed_at)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE postback_replays');
    await runner.query('DROP TABLE postback_attempts');
    await runner.query('DROP TABLE postback_deliveries');
    await runner.query('DROP TABLE postback_past_subscriptions');
    await runner.query('DROP TABLE postback_endpoints');
  }
}
