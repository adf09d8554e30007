import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The worker need not own the tables, and ANALYZE wants their owner: this function runs with its maker's rights, takes no argument
 * and does nothing else (decision 0027). A table that somebody holds, and what five seconds are not enough for, is left for the next
 * time: a table without statistics has no `reltuples`. The planner takes a smaller one without them for ten pages and goes by its
 * indexes; with them it would read it whole, and go on so when it has grown.
 */
export class FirstStatistics1763750050000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE FUNCTION analyze_new_tables() RETURNS void LANGUAGE plpgsql
        SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
      DECLARE
        fresh record;
      BEGIN
        FOR fresh IN
          SELECT schema.nspname, relation.relname
            FROM pg_class AS relation JOIN pg_namespace AS schema ON schema.oid = relation.relnamespace
           WHERE relation.relkind = 'r' AND relation.relpersistence <> 't' AND relation.reltuples < 0
             AND schema.nspname !~ '^pg_' AND schema.nspname <> 'information_schema'
             AND pg_has_role(relation.relowner, 'USAGE') AND pg_relation_size(relation.oid) >= 10 * current_setting('block_size')::integer
        LOOP
          EXIT WHEN clock_timestamp() > statement_timestamp() + interval '5 seconds';
          EXECUTE format('ANALYZE (SKIP_LOCKED) %I.%I', fresh.nspname, fresh.relname);
        END LOOP;
      END $$`);
    await runner.query('REVOKE EXECUTE ON FUNCTION analyze_new_tables() FROM PUBLIC');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION analyze_new_tables()');
  }
}
