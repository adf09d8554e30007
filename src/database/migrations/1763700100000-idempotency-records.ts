import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The stored answers of POSTs with an Idempotency-Key, written in the transaction of their effect. */
export class IdempotencyRecords1763700100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
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

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE idempotency_records');
  }
}
