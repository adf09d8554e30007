import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A replay is a row that workers go through in small steps: a million deliveries are never locked at once. */
export class PostbackReplays1763700600002 implements MigrationInterface {
  name = 'PostbackReplays1763700600002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE postback_replays (
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
        CONSTRAINT pk_postback_replays PRIMARY KEY (id),
        CONSTRAINT fk_postback_replays_endpoint FOREIGN KEY (endpoint_id) REFERENCES postback_endpoints (id),
        CONSTRAINT ck_postback_replays_period CHECK (date_from <= date_to),
        CONSTRAINT ck_postback_replays_statuses CHECK (cardinality(statuses) > 0),
        CONSTRAINT ck_postback_replays_progress
          CHECK (next_sequence > 0 AND last_sequence > 0 AND queued >= 0
            AND (finished_at IS NOT NULL OR next_sequence <= last_sequence))
      )`);
    await runner.query(`
      CREATE INDEX ix_postback_replays_running ON postback_replays (endpoint_id, id) WHERE finished_at IS NULL`);
    await runner.query(`
      CREATE INDEX ix_postback_replays_finished ON postback_replays (finished_at) WHERE finished_at IS NOT NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE postback_replays');
  }
}
