import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What a search looks at lies in a table of its own (decision 0003): its rows are a tenth of a charge's, so what a common term finds is
 * read from few pages, and it is indexed once, not again with each change of a charge's status.
 */
export class ChargeSearch1763750030000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLE);
    await runner.query(NOTE_NEW);
    await runner.query(NOTE_CHANGED);
    await runner.query(NOTE_DELETED);
    await runner.query(`
      CREATE TRIGGER tr_charges_searched AFTER INSERT ON charges REFERENCING NEW TABLE AS fresh
      FOR EACH STATEMENT EXECUTE FUNCTION note_new_charge_search()`);
    await runner.query(`
      CREATE TRIGGER tr_charges_searched_anew AFTER UPDATE OF ${COLUMNS} ON charges
      FOR EACH ROW WHEN ((${ofRow('OLD')}) IS DISTINCT FROM (${ofRow('NEW')})) EXECUTE FUNCTION note_changed_charge_search()`);
    await runner.query(`
      CREATE TRIGGER tr_charges_searched_no_more AFTER DELETE ON charges
      FOR EACH ROW EXECUTE FUNCTION note_deleted_charge_search()`);
    await runner.query(`INSERT INTO charge_search (${COLUMNS}) SELECT ${COLUMNS} FROM charges`);
    await this.move(runner, 'ix_charges_search', 'ix_charge_search_text', 'charge_search');
  }

  async down(runner: QueryRunner): Promise<void> {
    await this.move(runner, 'ix_charge_search_text', 'ix_charges_search', 'charges');
    await runner.query('DROP TRIGGER tr_charges_searched ON charges');
    await runner.query('DROP TRIGGER tr_charges_searched_anew ON charges');
    await runner.query('DROP TRIGGER tr_charges_searched_no_more ON charges');
    for (const what of ['new', 'changed', 'deleted'])
      await runner.query(`DROP FUNCTION note_${what}_charge_search()`);
    await runner.query('DROP TABLE charge_search');
  }

  /** The index as it is, with or without the merchant (btree_gin), where there is one at all (pg_trgm). */
  private async move(runner: QueryRunner, from: string, to: string, table: string): Promise<void> {
    const [index] = (await runner.query(
      `SELECT pg_get_indexdef(oid) AS definition FROM pg_class WHERE oid = to_regclass($1)`,
      [from],
    )) as { definition: string }[];
    if (index !== undefined) {
      const columns = /USING gin (.*)$/.exec(index.definition)?.[1] ?? '';
      await runner.query(`CREATE INDEX ${to} ON ${table} USING gin ${columns}`);
      await runner.query(`DROP INDEX ${from}`);
    }
    await runner.query(`
      CREATE OR REPLACE FUNCTION tidy_charge_search() RETURNS void LANGUAGE sql
        SECURITY DEFINER SET search_path = public, pg_temp AS $$
        SELECT gin_clean_pending_list(oid) FROM pg_class
         WHERE oid = to_regclass('${to}') AND pg_has_role(relowner, 'USAGE')
      $$`);
  }
}

const NAMES = [
  'merchant_id',
  'id',
  'submerchant_id',
  'payment_method',
  'created_at',
  'search_text',
  'customer_tax_id',
];
const COLUMNS = NAMES.join(', ');
const ofRow = (row: 'OLD' | 'NEW'): string => NAMES.map((name) => `${row}.${name}`).join(', ');

/** No foreign key: a row is written by the charge's own statement and goes with it. */
const TABLE = `
  CREATE TABLE charge_search (
    merchant_id uuid NOT NULL,
    id uuid NOT NULL,
    submerchant_id uuid,
    payment_method character varying(20) NOT NULL,
    created_at timestamptz(3) NOT NULL,
    search_text text NOT NULL,
    customer_tax_id character varying(14),
    CONSTRAINT pk_charge_search PRIMARY KEY (merchant_id, id)
  )`;

const NOTE_NEW = `
  CREATE FUNCTION note_new_charge_search() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO charge_search (${COLUMNS}) SELECT ${COLUMNS} FROM fresh;
    RETURN NULL;
  END $$`;

const NOTE_CHANGED = `
  CREATE FUNCTION note_changed_charge_search() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    UPDATE charge_search SET (${COLUMNS}) = ROW (${ofRow('NEW')})
     WHERE merchant_id = OLD.merchant_id AND id = OLD.id;
    RETURN NULL;
  END $$`;

const NOTE_DELETED = `
  CREATE FUNCTION note_deleted_charge_search() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    DELETE FROM charge_search WHERE merchant_id = OLD.merchant_id AND id = OLD.id;
    RETURN NULL;
  END $$`;
