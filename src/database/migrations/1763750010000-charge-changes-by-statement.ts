import type { MigrationInterface, QueryRunner } from 'typeorm';
import {
  type CountedList,
  createNoteChanged,
  createNoteDeleted,
  createTriggerOnChanged,
  createTriggerOnDeleted,
} from '../counted-lists';

const CHARGES: CountedList = {
  table: 'charges',
  one: 'charge',
  many: 'charges',
  part: 'submerchant_id',
  kind: 'payment_method',
};

/**
 * A statement that changes a hundred charges leaves as many rows as its changes differ in merchant, submerchant, hour, status and
 * method, not two hundred: while many pix expired, whoever listed charges went through all that had been folded away (decision 0041).
 */
export class ChargeChangesByStatement1763750010000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TRIGGER tr_charges_recounted ON charges');
    await runner.query('DROP FUNCTION note_changed_charge()');
    await runner.query(createNoteChanged(CHARGES));
    await runner.query(createNoteDeleted(CHARGES));
    await runner.query(createTriggerOnChanged(CHARGES));
    await runner.query(createTriggerOnDeleted(CHARGES));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TRIGGER tr_charges_uncounted ON charges');
    await runner.query('DROP TRIGGER tr_charges_recounted ON charges');
    await runner.query('DROP FUNCTION note_deleted_charges()');
    await runner.query('DROP FUNCTION note_changed_charges()');
    await runner.query(NOTE_CHANGED);
    await runner.query(`
      CREATE TRIGGER tr_charges_recounted AFTER UPDATE OR DELETE ON charges
      FOR EACH ROW EXECUTE FUNCTION note_changed_charge()`);
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
