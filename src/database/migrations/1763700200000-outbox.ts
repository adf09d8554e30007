import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Events wait here, written in the transaction of the change they tell of, until the relay hands them on.
 * The partial index holds waiting rows only, so a relay that polls an almost empty outbox reads almost nothing.
 */
export class Outbox1763700200000 implements MigrationInterface {
  name = 'Outbox1763700200000';

  async up(runner: QueryRunner): Promise<void> {
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
        CONSTRAINT pk_outbox_events PRIMARY KEY (id),
        CONSTRAINT ck_outbox_events_payload CHECK (left(payload, 1) = '{' AND right(payload, 1) = '}')
      )`);
    await runner.query(
      'CREATE INDEX ix_outbox_events_waiting ON outbox_events (position) WHERE relayed_at IS NULL',
    );
    await runner.query(
      'CREATE INDEX ix_outbox_events_relayed_at ON outbox_events (relayed_at) WHERE relayed_at IS NOT NULL',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE outbox_events');
  }
}
