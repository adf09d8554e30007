import type { MigrationInterface, QueryRunner } from 'typeorm';
import { CHECK_SUMS } from './1763700450000-charge-sums';

/** What a capture costs, and each part of it (money contract §13). What was captured before there were terms cost nothing. */
export class ChargeFees1763712200000 implements MigrationInterface {
  name = 'ChargeFees1763712200000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE charges ADD COLUMN fee_cents bigint');
    await runner.query('ALTER TABLE charge_splits ADD COLUMN fee_cents bigint');
    await runner.query('UPDATE charges SET fee_cents = 0 WHERE amount_captured_cents > 0');
    await runner.query(`
      UPDATE charge_splits AS part SET fee_cents = 0 FROM charges AS charge
       WHERE charge.merchant_id = part.merchant_id AND charge.id = part.charge_id AND charge.fee_cents = 0`);
    // Checks that wait for the end would meet the tables as they are made now.
    await runner.query('SET CONSTRAINTS ALL IMMEDIATE');
    await runner.query(`
      ALTER TABLE charges ADD CONSTRAINT ck_charges_fee CHECK (
        (fee_cents IS NULL) = (amount_captured_cents = 0) AND fee_cents BETWEEN 0 AND 19999999998)`);
    await runner.query(`
      ALTER TABLE charge_splits ADD CONSTRAINT ck_charge_splits_fee CHECK (
        fee_cents BETWEEN 0 AND 19999999998 AND (charge_processing_fee OR coalesce(fee_cents, 0) = 0))`);
    await runner.query(CHECK_SUMS_AND_FEES);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(CHECK_SUMS.replace('CREATE FUNCTION', 'CREATE OR REPLACE FUNCTION'));
    await runner.query('ALTER TABLE charge_splits DROP COLUMN fee_cents');
    await runner.query('ALTER TABLE charges DROP COLUMN fee_cents');
  }
}

/** As CHECK_SUMS, and: the fees of the parts sum to the charge's, and either all have one or none. */
const CHECK_SUMS_AND_FEES = `
      CREATE OR REPLACE FUNCTION check_charge_sums() RETURNS trigger LANGUAGE plpgsql AS $$
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
                   coalesce(sum(refunded_cents), 0) AS refunded, coalesce(sum(reserved_cents), 0) AS reserved,
                   coalesce(sum(fee_cents), 0) AS fees, count(fee_cents) AS priced, count(*) AS parts
              FROM charge_splits WHERE merchant_id = c.merchant_id AND charge_id = c.id) s
          CROSS JOIN LATERAL (
            SELECT coalesce(sum(amount_cents) FILTER (WHERE status = 'succeeded'), 0) AS refunded,
                   coalesce(sum(amount_cents) FILTER (WHERE status <> 'failed'), 0) AS reserved
              FROM refunds WHERE merchant_id = c.merchant_id AND charge_id = c.id) r
         WHERE c.merchant_id = merchant AND c.id = wanted
           AND (s.shares, s.captured, s.refunded, s.reserved, r.refunded, r.reserved, s.fees, s.priced)
               IS DISTINCT FROM (c.total_amount_cents, c.amount_captured_cents, c.amount_refunded_cents,
                 c.amount_refund_reserved_cents, c.amount_refunded_cents, c.amount_refund_reserved_cents,
                 coalesce(c.fee_cents, 0), CASE WHEN c.fee_cents IS NULL THEN 0 ELSE s.parts END);
        IF FOUND THEN
          RAISE EXCEPTION 'the parts of a charge do not sum to its amounts'
            USING ERRCODE = 'check_violation', CONSTRAINT = 'ck_charge_sums';
        END IF;
        RETURN NULL;
      END $$`;
