import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What each merchant has asked, for 30 days (contract §2): what an integrator looks up by the id that an answer carried. */
export class ApiRequests1763712600000 implements MigrationInterface {
  name = 'ApiRequests1763712600000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE api_requests (
        merchant_id uuid NOT NULL,
        id uuid NOT NULL,
        request_id character varying(128) NOT NULL,
        at timestamptz(3) NOT NULL,
        method character varying(10) NOT NULL,
        route character varying(200) NOT NULL,
        status smallint NOT NULL,
        duration_ms integer NOT NULL,
        error character varying(60),
        CONSTRAINT pk_api_requests PRIMARY KEY (merchant_id, id),
        CONSTRAINT ck_api_requests_status CHECK (status BETWEEN 100 AND 599),
        CONSTRAINT ck_api_requests_duration CHECK (duration_ms >= 0)
      )`);
    await runner.query('CREATE INDEX ix_api_requests_at ON api_requests (merchant_id, at DESC, id DESC)');
    // Rows come in the order of their time and are looked for by it once an hour: the smallest index does.
    await runner.query('CREATE INDEX ix_api_requests_old ON api_requests USING brin (at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE api_requests');
  }
}
