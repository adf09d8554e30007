import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The list of what is in an anticipation is walked by time, as every list is (contract §4). */
export class AnticipationItemsCreatedAt1763731000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE anticipation_items ADD COLUMN created_at timestamptz(3) NOT NULL DEFAULT now()',
    );
    // What has ended is kept from changes by a trigger; this is none.
    await runner.query('ALTER TABLE anticipation_items DISABLE TRIGGER tr_anticipation_items_kept');
    await runner.query(`
      UPDATE anticipation_items AS item SET created_at = whole.created_at FROM anticipations AS whole
       WHERE whole.merchant_id = item.merchant_id AND whole.id = item.anticipation_id`);
    await runner.query('ALTER TABLE anticipation_items ENABLE TRIGGER tr_anticipation_items_kept');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE anticipation_items DROP COLUMN created_at');
  }
}
