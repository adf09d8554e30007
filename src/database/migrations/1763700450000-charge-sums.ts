import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The sums over the rows of a charge, which no CHECK can tell (src/charges/README.md). */
export class ChargeSums1763700450000 implements MigrationInterface {
  name = 'ChargeSums1763700450000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(CHECK_SUMS);
    await runner.query(CHECK_NEW_SUMS);
    await runner.query(newSumsTrigger('charges'));
    await runner.query(newSumsTrigger('charge_splits'));
    await runner.query(sumsTrigger('charges', 'UPDATE'));
    await runner.query(sumsTrigger('charge_splits', 'UPDATE OR DELETE'));
    await runner.query(sumsTrigger('refunds', 'INSERT OR UPDATE OR DELETE'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION check_charge_sums() CASCADE');
    await runner.query('DROP FUNCTION check_new_charge_sums() CASCADE');
  }
}

/**
 * The books must balance at every commit: the parts of a charge sum to its amounts, and its refunds to what it says was
 * refunded. Deferred, because one transaction changes the charge and its parts one after the other.
 */
export const CHECK_SUMS = `
      CREATE FUNCTION check_charge_sums() RETURNS trigger LANGUAGE plpgsql AS $$
      DECLARE
        merchant uuid;
        wanted uuid;
      BEGIN
        IF TG_TABLE_NAME = 'charges' THEN
          merchant := NEW.merchant_id; wanted := NEW.id;
        ELSIF TG_OP = 'DELETE' THEN
          merchant := OLD.merchant_id; wanted := OLD.charge_id;
        ELSE
          merchant := NEW.merchant_id; wanted := NEW.charge_id;
        END IF;
        PERFORM 1
          FROM charges c
          CROSS JOIN LATERAL (
            SELECT coalesce(sum(share_cents), 0) AS shares, coalesce(sum(captured_cents), 0) AS captured,
                   coalesce(sum(refunded_cents), 0) AS refunded, coalesce(sum(reserved_cents), 0) AS reserved
              FROM charge_splits WHERE merchant_id = c.merchant_id AND charge_id = c.id) s
          CROSS JOIN LATERAL (
            SELECT coalesce(sum(amount_cents) FILTER (WHERE status = 'succeeded'), 0) AS refunded,
                   coalesce(sum(amount_cents) FILTER (WHERE status <> 'failed'), 0) AS reserved
              FROM refunds WHERE merchant_id = c.merchant_id AND charge_id = c.id) r
         WHERE c.merchant_id = merchant AND c.id = wanted
           AND (s.shares, s.captured, s.refunded, s.reserved, r.refunded, r.reserved)
               IS DISTINCT FROM (c.total_amount_cents, c.amount_captured_cents, c.amount_refunded_cents,
                 c.amount_refund_reserved_cents, c.amount_refunded_cents, c.amount_refund_reserved_cents);
        IF FOUND THEN
          RAISE EXCEPTION 'the parts of a charge do not sum to its amounts'
            USING ERRCODE = 'check_violation', CONSTRAINT = 'ck_charge_sums';
        END IF;
        RETURN NULL;
      END $$`;

/**
 * The same of what was just inserted, for all of it at once: a new charge and its parts come in one statement, at whose end all
 * of them are there. The plan is made once by session, maybe for tables that are still empty: it keeps to the indexes.
 */
const CHECK_NEW_SUMS = `
      CREATE FUNCTION check_new_charge_sums() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
      BEGIN
        IF TG_TABLE_NAME = 'charges' THEN
          PERFORM 1 FROM inserted AS charge
           WHERE charge.amount_refund_reserved_cents <> 0
              OR NOT EXISTS (SELECT 1 FROM charge_splits
                              WHERE merchant_id = charge.merchant_id AND charge_id = charge.id);
        ELSE
          PERFORM 1
            FROM (SELECT DISTINCT merchant_id, charge_id FROM inserted) AS changed
            JOIN charges AS charge ON charge.merchant_id = changed.merchant_id AND charge.id = changed.charge_id
            CROSS JOIN LATERAL (
              SELECT sum(share_cents) AS shares, sum(captured_cents) AS captured, sum(refunded_cents) AS refunded,
                     sum(reserved_cents) AS reserved
                FROM charge_splits WHERE merchant_id = charge.merchant_id AND charge_id = charge.id) AS parts
           WHERE (parts.shares, parts.captured, parts.refunded, parts.reserved)
                 IS DISTINCT FROM (charge.total_amount_cents::numeric, charge.amount_captured_cents::numeric,
                   charge.amount_refunded_cents::numeric, charge.amount_refund_reserved_cents::numeric);
        END IF;
        IF FOUND THEN
          RAISE EXCEPTION 'the parts of a charge do not sum to its amounts'
            USING ERRCODE = 'check_violation', CONSTRAINT = 'ck_charge_sums';
        END IF;
        RETURN NULL;
      END $$`;

function newSumsTrigger(table: string): string {
  return `
    CREATE TRIGGER ck_${table}_new_sums AFTER INSERT ON ${table}
    REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION check_new_charge_sums()`;
}

function sumsTrigger(table: string, events: string): string {
  return `
    CREATE CONSTRAINT TRIGGER ck_${table}_sums AFTER ${events} ON ${table}
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_charge_sums()`;
}
