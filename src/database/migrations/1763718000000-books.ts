import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Each merchant's book, and since when all is in it that happened before there were books (money contract §20, Existing data). A
 * merchant with a capture that is not posted has one that is not complete.
 */
export class Books1763718000000 implements MigrationInterface {
  name = 'Books1763718000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE books (
        merchant_id uuid NOT NULL,
        opened_at timestamptz(3) NOT NULL,
        backfilled_at timestamptz(3),
        CONSTRAINT pk_books PRIMARY KEY (merchant_id),
        CONSTRAINT fk_books_merchant FOREIGN KEY (merchant_id) REFERENCES merchants (id),
        CONSTRAINT ck_books_backfilled CHECK (backfilled_at >= opened_at)
      )`);
    await runner.query('CREATE INDEX ix_books_incomplete ON books (merchant_id) WHERE backfilled_at IS NULL');
    await runner.query(`
      INSERT INTO books (merchant_id, opened_at, backfilled_at)
      SELECT m.id, m.created_at, CASE WHEN NOT EXISTS (
               SELECT 1 FROM charges AS c
                WHERE c.merchant_id = m.id AND c.amount_captured_cents > 0
                  AND NOT EXISTS (SELECT 1 FROM ledger_transactions AS t
                                   WHERE t.merchant_id = c.merchant_id AND t.reference = 'charge:' || c.id || ':captured')
             ) THEN greatest(clock_timestamp(), m.created_at) END
        FROM merchants AS m`);
    await runner.query(KEEP);
    await runner.query(`
      CREATE TRIGGER tr_books_kept BEFORE UPDATE OR DELETE ON books
      FOR EACH ROW EXECUTE FUNCTION keep_book()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE books');
    await runner.query('DROP FUNCTION keep_book()');
  }
}

/** A book stays, and what is complete stays complete. */
const KEEP = `
  CREATE FUNCTION keep_book() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF TG_OP = 'UPDATE' THEN
      IF (NEW.merchant_id, NEW.opened_at) = (OLD.merchant_id, OLD.opened_at) AND OLD.backfilled_at IS NULL THEN
        RETURN NEW;
      END IF;
    END IF;
    RAISE EXCEPTION '% of a book refused: it stays, and is completed once', TG_OP
      USING ERRCODE = 'insufficient_privilege';
  END $$`;
