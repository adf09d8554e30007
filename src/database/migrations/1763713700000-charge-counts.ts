import type { MigrationInterface, QueryRunner } from 'typeorm';
import {
  type CountedListSchema,
  createChanges,
  createCounts,
  createFold,
  createList,
  createNoteNew,
  createRecount,
  createSlots,
  createTriggerOnNew,
  functionsOf,
} from '../counted-lists';

const CHARGES: CountedListSchema = {
  table: 'charges',
  one: 'charge',
  many: 'charges',
  part: 'submerchant_id',
  kind: 'payment_method',
  kindLength: 20,
};

/**
 * How many charges there are, by month, day and hour (decision 0041): exact totals and pages deep inside are looked up and
 * not counted. A change of a charge leaves one small row beside it, in its own transaction; the worker folds these rows into
 * the counts. Whoever reads adds both in one snapshot, so a total is exact at every commit.
 */
export class ChargeCounts1763713700000 implements MigrationInterface {
  name = 'ChargeCounts1763713700000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(createCounts(CHARGES));
    await runner.query(createChanges(CHARGES));
    await runner.query(createNoteNew(CHARGES));
    await runner.query(NOTE_CHANGED);
    await runner.query(createFold(CHARGES));
    await runner.query(createRecount(CHARGES));
    await runner.query(createSlots(CHARGES));
    await runner.query(createList(CHARGES));
    await runner.query(createTriggerOnNew(CHARGES));
    await runner.query(`
      CREATE TRIGGER tr_charges_recounted AFTER UPDATE OR DELETE ON charges
      FOR EACH ROW EXECUTE FUNCTION note_changed_charge()`);
    await runner.query('SELECT recount_charges()');
    await runner.query('DROP INDEX ix_charges_submerchant');
    await runner.query(`
      CREATE INDEX ix_charges_submerchant_created ON charges (merchant_id, submerchant_id, created_at DESC, id DESC)
        INCLUDE (status, payment_method) WHERE submerchant_id IS NOT NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX ix_charges_submerchant_created');
    await runner.query(
      'CREATE INDEX ix_charges_submerchant ON charges (submerchant_id) WHERE submerchant_id IS NOT NULL',
    );
    await runner.query('DROP TRIGGER tr_charges_counted ON charges');
    await runner.query('DROP TRIGGER tr_charges_recounted ON charges');
    for (const name of [...functionsOf(CHARGES), 'note_changed_charge()', 'note_new_charges()'])
      await runner.query(`DROP FUNCTION ${name}`);
    await runner.query('DROP TABLE charge_count_changes');
    await runner.query('DROP TABLE charge_counts');
  }
}

const NOTE_CHANGED = `
  CREATE FUNCTION note_changed_charge() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF TG_OP = 'UPDATE' AND (NEW.merchant_id, NEW.submerchant_id, NEW.created_at, NEW.status, NEW.payment_method)
         IS NOT DISTINCT FROM (OLD.merchant_id, OLD.submerchant_id, OLD.created_at, OLD.status, OLD.payment_method) THEN
      RETURN NULL;
    END IF;
    INSERT INTO charge_count_changes (merchant_id, submerchant_id, hour, status, payment_method, change)
    VALUES (OLD.merchant_id, OLD.submerchant_id, date_trunc('hour', OLD.created_at, 'UTC'), OLD.status, OLD.payment_method, -1);
    IF TG_OP = 'UPDATE' THEN
      INSERT INTO charge_count_changes (merchant_id, submerchant_id, hour, status, payment_method, change)
      VALUES (NEW.merchant_id, NEW.submerchant_id, date_trunc('hour', NEW.created_at, 'UTC'), NEW.status, NEW.payment_method, 1);
    END IF;
    RETURN NULL;
  END $$`;
