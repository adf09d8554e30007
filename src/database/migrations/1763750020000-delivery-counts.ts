import type { MigrationInterface, QueryRunner } from 'typeorm';
import {
  type CountedListSchema,
  createChanges,
  createCounts,
  createFold,
  createList,
  createNoteChanged,
  createNoteDeleted,
  createNoteNew,
  createRecount,
  createSlots,
  createTriggerOnChanged,
  createTriggerOnDeleted,
  createTriggerOnNew,
  functionsOf,
} from '../counted-lists';

const DELIVERIES: CountedListSchema = {
  table: 'postback_deliveries',
  one: 'delivery',
  many: 'deliveries',
  part: 'endpoint_id',
  kind: 'event',
  kindLength: 64,
};

/**
 * How many deliveries there are, as charges have it (decision 0041): the log of five million deliveries took half a second and more
 * a page, because they were counted.
 */
export class DeliveryCounts1763750020000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(createCounts(DELIVERIES));
    await runner.query(createChanges(DELIVERIES));
    await runner.query(createNoteNew(DELIVERIES));
    await runner.query(createNoteChanged(DELIVERIES));
    await runner.query(createNoteDeleted(DELIVERIES));
    await runner.query(createFold(DELIVERIES));
    // By a plan made for a few changes each of tens of thousands would be compared with all others.
    await runner.query(
      `ALTER FUNCTION fold_delivery_counts(integer) SET plan_cache_mode = 'force_custom_plan'`,
    );
    await runner.query(createRecount(DELIVERIES));
    await runner.query(createSlots(DELIVERIES));
    await runner.query(createList(DELIVERIES));
    await runner.query(createTriggerOnNew(DELIVERIES));
    await runner.query(createTriggerOnChanged(DELIVERIES));
    await runner.query(createTriggerOnDeleted(DELIVERIES));
    await runner.query('SELECT recount_deliveries()');
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const name of ['counted', 'recounted', 'uncounted'])
      await runner.query(`DROP TRIGGER tr_postback_deliveries_${name} ON postback_deliveries`);
    for (const name of [
      ...functionsOf(DELIVERIES),
      'note_new_deliveries()',
      'note_changed_deliveries()',
      'note_deleted_deliveries()',
    ])
      await runner.query(`DROP FUNCTION ${name}`);
    await runner.query('DROP TABLE delivery_count_changes');
    await runner.query('DROP TABLE delivery_counts');
  }
}
