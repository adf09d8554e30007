import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Sums of new charges and receivables are looked up by their keys, whatever the planner thinks of tables that have grown since
 * they were last analysed. It hashed all parts of all charges to see whether a new one had any, and joined them to see whether
 * they come to it: half a millisecond a charge of forty thousand that a new installation took within a minute.
 */
export class SumsByIndex1763750040000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(checkNewSums(BY_INDEX, HAS_NO_PART_BY_INDEX));
    await runner.query(`ALTER FUNCTION check_receivable_sums() ${BY_INDEX}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER FUNCTION check_receivable_sums() RESET ALL');
    await runner.query(checkNewSums('SET enable_seqscan = off', HAS_NO_PART));
  }
}

const BY_INDEX = 'SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off';

/** What EXISTS asks may be hashed, which no setting forbids; what is asked LATERAL with a LIMIT is asked for each row. */
const HAS_NO_PART_BY_INDEX = `
          PERFORM 1 FROM inserted AS charge
            LEFT JOIN LATERAL (
              SELECT true AS is_there FROM charge_splits
               WHERE merchant_id = charge.merchant_id AND charge_id = charge.id LIMIT 1) AS part ON true
           WHERE charge.amount_refund_reserved_cents <> 0 OR part.is_there IS NULL;`;

const HAS_NO_PART = `
          PERFORM 1 FROM inserted AS charge
           WHERE charge.amount_refund_reserved_cents <> 0
              OR NOT EXISTS (SELECT 1 FROM charge_splits
                              WHERE merchant_id = charge.merchant_id AND charge_id = charge.id);`;

function checkNewSums(settings: string, hasNoPart: string): string {
  return `
      CREATE OR REPLACE FUNCTION check_new_charge_sums() RETURNS trigger LANGUAGE plpgsql ${settings} AS $$
      BEGIN
        IF TG_TABLE_NAME = 'charges' THEN${hasNoPart}
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
}
