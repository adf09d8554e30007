import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Where the money of each refund is taken from, cent by cent (money contract §17). */
export class RefundSources1763712400000 implements MigrationInterface {
  name = 'RefundSources1763712400000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLE);
    await runner.query(
      'CREATE INDEX ix_refund_sources_receivable ON refund_sources (merchant_id, receivable_id) WHERE receivable_id IS NOT NULL',
    );
    await runner.query(CHECK_SUM);
    // At the commit, because a refund is written before its sources; older refunds have none.
    await runner.query(`
      CREATE CONSTRAINT TRIGGER ck_refund_sources_sum AFTER INSERT ON refunds
      DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_refund_sources()`);
    await runner.query(REFUSE);
    await runner.query(`
      CREATE TRIGGER tr_refund_sources_kept BEFORE UPDATE OR DELETE ON refund_sources
      FOR EACH ROW EXECUTE FUNCTION refuse_refund_source_change()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TRIGGER ck_refund_sources_sum ON refunds');
    await runner.query('DROP TABLE refund_sources');
    await runner.query('DROP FUNCTION check_refund_sources()');
    await runner.query('DROP FUNCTION refuse_refund_source_change()');
  }
}

const TABLE = `
  CREATE TABLE refund_sources (
    merchant_id uuid NOT NULL,
    refund_id uuid NOT NULL,
    position integer NOT NULL,
    wallet_id uuid NOT NULL,
    source character varying(20) NOT NULL,
    receivable_id uuid,
    amount_cents bigint NOT NULL,
    CONSTRAINT pk_refund_sources PRIMARY KEY (merchant_id, refund_id, position),
    CONSTRAINT fk_refund_sources_refund FOREIGN KEY (merchant_id, refund_id) REFERENCES refunds (merchant_id, id),
    CONSTRAINT fk_refund_sources_receivable
      FOREIGN KEY (merchant_id, receivable_id) REFERENCES receivables (merchant_id, id),
    CONSTRAINT uq_refund_sources_place UNIQUE (merchant_id, refund_id, wallet_id, source, receivable_id),
    CONSTRAINT ck_refund_sources_source CHECK (source IN ('receivable', 'available', 'debt')),
    CONSTRAINT ck_refund_sources_receivable CHECK ((source = 'receivable') = (receivable_id IS NOT NULL)),
    CONSTRAINT ck_refund_sources_amount CHECK (amount_cents > 0)
  )`;

const CHECK_SUM = `
  CREATE FUNCTION check_refund_sources() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF NEW.amount_cents IS DISTINCT FROM (
         SELECT sum(amount_cents) FROM refund_sources
          WHERE merchant_id = NEW.merchant_id AND refund_id = NEW.id) THEN
      RAISE EXCEPTION 'the sources of a refund do not sum to it'
        USING ERRCODE = 'check_violation', CONSTRAINT = 'ck_refund_sources_sum';
    END IF;
    RETURN NULL;
  END $$`;

const REFUSE = `
  CREATE FUNCTION refuse_refund_source_change() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    RAISE EXCEPTION '% of a source refused: what was held stays as it was', TG_OP
      USING ERRCODE = 'insufficient_privilege';
  END $$`;
