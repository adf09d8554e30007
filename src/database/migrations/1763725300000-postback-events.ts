import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Where the members of the payload begin in the bytes of a notification: after its head, which ends with its number. */
const AFTER_HEAD = `substr(d.body, position(format('"sequence":%s', d.sequence) IN d.body) + length(format('"sequence":%s', d.sequence)))`;

/** contract §7, Body; as notification-body.ts makes it. */
const BODY = `format('{"id":"%s","event_id":"%s","event":"%s","occurred_at":"%s","sequence":%s%s', d.id, d.event_id, d.event,
  to_char(e.occurred_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), d.sequence,
  CASE WHEN e.payload = '{}' THEN '}' ELSE ',' || substr(e.payload, 2) END)`;

/**
 * What is told of an event is kept once, not in each of its deliveries: what differs between them, their ids and numbers, stands
 * in their rows, which are changed with every attempt (decision 0009).
 */
export class PostbackEvents1763725300000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE postback_events (
        merchant_id uuid NOT NULL,
        id uuid NOT NULL,
        occurred_at timestamptz(3) NOT NULL,
        payload text NOT NULL,
        CONSTRAINT pk_postback_events PRIMARY KEY (merchant_id, id),
        CONSTRAINT ck_postback_events_payload CHECK (left(payload, 1) = '{' AND right(payload, 1) = '}')
      )`);
    await runner.query(`
      INSERT INTO postback_events (merchant_id, id, occurred_at, payload)
      SELECT DISTINCT ON (d.merchant_id, d.event_id) d.merchant_id, d.event_id, (d.body::jsonb ->> 'occurred_at')::timestamptz,
             CASE WHEN ${AFTER_HEAD} = '}' THEN '{}' ELSE '{' || substr(${AFTER_HEAD}, 2) END
        FROM postback_deliveries d`);
    await runner.query('ALTER TABLE postback_deliveries DROP COLUMN body');
    await runner.query(`
      ALTER TABLE postback_deliveries ADD CONSTRAINT fk_postback_deliveries_event
        FOREIGN KEY (merchant_id, event_id) REFERENCES postback_events (merchant_id, id)`);
    // Deleted with the deliveries, and vacuumed as early as they are.
    await runner.query(
      'ALTER TABLE postback_events SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE postback_deliveries DROP CONSTRAINT fk_postback_deliveries_event');
    await runner.query('ALTER TABLE postback_deliveries ADD COLUMN body text');
    await runner.query(`
      UPDATE postback_deliveries d SET body = ${BODY}
        FROM postback_events e WHERE e.merchant_id = d.merchant_id AND e.id = d.event_id`);
    await runner.query('ALTER TABLE postback_deliveries ALTER COLUMN body SET NOT NULL');
    await runner.query('DROP TABLE postback_events');
  }
}
