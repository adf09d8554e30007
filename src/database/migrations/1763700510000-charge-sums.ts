import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The books must balance at every commit: the parts of a charge sum to its amounts, and its refunds to what it says was
 * refunded. Deferred, because one transaction changes the charge and its parts one after the other.
 */
export class ChargeSums1763700510000 implements MigrationInterface {
  name = 'ChargeSums1763700510000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE FUNCTION check_charge_sums() RETURNS trigger LANGUAGE plpgsql AS $$
      DECLARE
        wanted uuid;
      BEGIN
        IF TG_TABLE_NAME = 'charges' THEN
          wanted := NEW.id;
        ELSIF TG_OP = 'DELETE' THEN
          wanted := OLD.charge_id;
        ELSE
          wanted := NEW.charge_id;
        END IF;
        PERFORM 1
          FROM charges c
          CROSS JOIN LATERAL (
            SELECT coalesce(sum(share_cents), 0) AS shares, coalesce(sum(captured_cents), 0) AS captured,
                   coalesce(sum(refunded_cents), 0) AS refunded, coalesce(sum(reserved_cents), 0) AS reserved
              FROM charge_splits WHERE charge_id = c.id) s
          CROSS JOIN LATERAL (
            SELECT coalesce(sum(amount_cents) FILTER (WHERE status = 'succeeded'), 0) AS refunded,
                   coalesce(sum(amount_cents) FILTER (WHERE status <> 'failed'), 0) AS reserved
              FROM refunds WHERE charge_id = c.id) r
         WHERE c.id = wanted
           AND (s.shares, s.captured, s.refunded, s.reserved, r.refunded, r.reserved)
               IS DISTINCT FROM (c.total_amount_cents, c.amount_captured_cents, c.amount_refunded_cents,
                 c.amount_refund_reserved_cents, c.amount_refunded_cents, c.amount_refund_reserved_cents);
        IF FOUND THEN
          RAISE EXCEPTION 'the parts of a charge do not sum to its amounts'
            USING ERRCODE = 'check_violation', CONSTRAINT = 'ck_charge_sums';
        END IF;
        RETURN NULL;
      END $$`);
    await runner.query(trigger('charges', 'INSERT OR UPDATE'));
    await runner.query(trigger('charge_splits', 'INSERT OR UPDATE OR DELETE'));
    await runner.query(trigger('refunds', 'INSERT OR UPDATE OR DELETE'));
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['refunds', 'charge_splits', 'charges']) {
      await runner.query(`DROP TRIGGER ck_${table}_sums ON ${table}`);
    }
    await runner.query('DROP FUNCTION check_charge_sums()');
  }
}

function trigger(table: string, events: string): string {
  return `
    CREATE CONSTRAINT TRIGGER ck_${table}_sums AFTER ${events} ON ${table}
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_charge_sums()`;
}
