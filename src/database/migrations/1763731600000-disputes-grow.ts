import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A dispute takes more when a refund fails that had counted as given back (money contract §17): its amount, what its bearers bear of it, and of
 * one that was lost what is debited may become more, and never less. What its institution says that it takes is the most.
 */
export class DisputesGrow1763731600000 implements MigrationInterface {
  name = 'DisputesGrow1763731600000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE disputes ADD COLUMN reported_cents bigint,
        ADD CONSTRAINT ck_disputes_reported CHECK (reported_cents BETWEEN 0 AND 9999999999)`);
    await runner.query(keepDispute(GROWS));
    await runner.query(keepPart(BEARER_GROWS));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(keepDispute(STAYS));
    await runner.query(keepPart(''));
    await runner.query('ALTER TABLE disputes DROP COLUMN reported_cents');
  }
}

/** When an update is refused, beside what a dispute is of. */
const STAYS = 'OLD.closed_at IS NOT NULL OR NEW.amount_cents <> OLD.amount_cents';

const GROWS = `NEW.amount_cents < OLD.amount_cents
       OR OLD.closed_at IS NOT NULL AND NOT (
            OLD.status = 'lost' AND NEW.debited_cents > OLD.debited_cents
            AND (NEW.status, NEW.blocked_cents, NEW.reported_cents, NEW.statement, NEW.evidence, NEW.respond_by, NEW.closed_at)
                IS NOT DISTINCT FROM
                (OLD.status, OLD.blocked_cents, OLD.reported_cents, OLD.statement, OLD.evidence, OLD.respond_by, OLD.closed_at))`;

function keepDispute(refused: string): string {
  return `
  CREATE OR REPLACE FUNCTION keep_dispute() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF TG_OP = 'DELETE' THEN
      RAISE EXCEPTION 'a dispute is never deleted' USING ERRCODE = 'insufficient_privilege';
    END IF;
    IF ${refused}
       OR (NEW.merchant_id, NEW.id, NEW.charge_id, NEW.provider_account_id, NEW.provider_dispute_id, NEW.kind,
           NEW.fee_cents, NEW.opened_at)
          IS DISTINCT FROM
          (OLD.merchant_id, OLD.id, OLD.charge_id, OLD.provider_account_id, OLD.provider_dispute_id, OLD.kind,
           OLD.fee_cents, OLD.opened_at) THEN
      RAISE EXCEPTION 'what a dispute is of, and what was decided, does not change'
        USING ERRCODE = 'check_violation', CONSTRAINT = 'ck_disputes_kept';
    END IF;
    RETURN NEW;
  END $$`;
}

const BEARER_GROWS = `
    IF TG_OP = 'UPDATE' AND TG_TABLE_NAME = 'dispute_bearers' THEN
      IF to_jsonb(OLD) - '{amount_cents,blocked_cents}'::text[] = to_jsonb(NEW) - '{amount_cents,blocked_cents}'::text[]
         AND (to_jsonb(NEW) ->> 'amount_cents')::bigint >= (to_jsonb(OLD) ->> 'amount_cents')::bigint
         AND (to_jsonb(NEW) ->> 'blocked_cents')::bigint >= (to_jsonb(OLD) ->> 'blocked_cents')::bigint THEN
        RETURN NEW;
      END IF;
    END IF;`;

function keepPart(allowed: string): string {
  return `
  CREATE OR REPLACE FUNCTION keep_dispute_part() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF TG_OP = 'UPDATE' AND TG_TABLE_NAME = 'dispute_sources' THEN
      IF to_jsonb(OLD) ->> 'returned_to' IS NULL AND to_jsonb(OLD) - 'returned_to' = to_jsonb(NEW) - 'returned_to' THEN
        RETURN NEW;
      END IF;
    END IF;${allowed}
    RAISE EXCEPTION '% of a part of a dispute refused: what was taken stays as it was', TG_OP
      USING ERRCODE = 'insufficient_privilege';
  END $$`;
}
