import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A statement that changes a hundred charges leaves as many rows as its changes differ in merchant, submerchant, hour, status and
 * method, not two hundred: while many pix expired, whoever listed charges went through all that had been folded away (decision 0041).
 */
export class ChargeChangesByStatement1763750010000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TRIGGER tr_charges_recounted ON charges');
    await runner.query('DROP FUNCTION note_changed_charge()');
    await runner.query(noted('note_changed_charges', `${TAKEN} UNION ALL ${GIVEN}`));
    await runner.query(noted('note_deleted_charges', TAKEN));
    await runner.query(`
      CREATE TRIGGER tr_charges_recounted AFTER UPDATE ON charges REFERENCING OLD TABLE AS stale NEW TABLE AS fresh
      FOR EACH STATEMENT EXECUTE FUNCTION note_changed_charges()`);
    await runner.query(`
      CREATE TRIGGER tr_charges_uncounted AFTER DELETE ON charges REFERENCING OLD TABLE AS stale
      FOR EACH STATEMENT EXECUTE FUNCTION note_deleted_charges()`);
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

const COUNTED = `merchant_id, submerchant_id, date_trunc('hour', created_at, 'UTC') AS hour, status, payment_method`;
const TAKEN = `SELECT ${COUNTED}, -1 AS change FROM stale`;
const GIVEN = `SELECT ${COUNTED}, 1 AS change FROM fresh`;

/** What a statement left as it was comes to nothing. */
const noted = (name: string, changes: string): string => `
  CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO charge_count_changes (merchant_id, submerchant_id, hour, status, payment_method, change)
    SELECT merchant_id, submerchant_id, hour, status, payment_method, sum(change)
      FROM (${changes}) AS changed
     GROUP BY 1, 2, 3, 4, 5 HAVING sum(change) <> 0;
    RETURN NULL;
  END $$`;

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
