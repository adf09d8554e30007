import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * PostgreSQL lets the owner of an index alone sort its pending list in, and the worker need not be the owner: this
 * function runs with its maker's rights, takes no argument and does nothing else (decision 0027).
 */
export class ChargeSearchTidying1763700800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE FUNCTION tidy_charge_search() RETURNS void LANGUAGE sql
        SECURITY DEFINER SET search_path = public, pg_temp AS $$
        SELECT gin_clean_pending_list(oid) FROM pg_class
         WHERE oid = to_regclass('ix_charges_search') AND pg_has_role(relowner, 'USAGE')
      $$`);
    await runner.query('REVOKE EXECUTE ON FUNCTION tidy_charge_search() FROM PUBLIC');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION tidy_charge_search()');
  }
}
