import type { MigrationInterface, QueryRunner } from 'typeorm';
import { FirstStatistics1763750050000 } from './1763750050000-first-statistics';

/**
 * First statistics are not enough: what was analysed with fifty rows is read whole by plans that connections keep, and a burst of
 * 80,000 notifications went out by such plans, 4 s for each batch, until autovacuum came. A table that has four times the pages of
 * which its statistics tell is analysed again, and whoever keeps a plan about it plans anew. Otherwise as before (1763750050000).
 */
export class StatisticsOfGrownTables1763750080000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION analyze_new_tables()');
    await runner.query(`
      CREATE FUNCTION analyze_grown_tables() RETURNS void LANGUAGE plpgsql
        SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
      DECLARE
        grown record;
      BEGIN
        FOR grown IN
          SELECT schema.nspname, relation.relname
            FROM pg_class AS relation JOIN pg_namespace AS schema ON schema.oid = relation.relnamespace
            CROSS JOIN LATERAL (SELECT pg_relation_size(relation.oid) / current_setting('block_size')::integer AS pages) AS now
           WHERE relation.relkind = 'r' AND relation.relpersistence <> 't'
             AND schema.nspname !~ '^pg_' AND schema.nspname <> 'information_schema'
             AND pg_has_role(relation.relowner, 'USAGE')
             AND now.pages >= 10 AND (relation.reltuples < 0 OR now.pages >= 4 * relation.relpages)
           ORDER BY now.pages
        LOOP
          EXIT WHEN clock_timestamp() > statement_timestamp() + interval '5 seconds';
          EXECUTE format('ANALYZE (SKIP_LOCKED) %I.%I', grown.nspname, grown.relname);
        END LOOP;
      END $$`);
    await runner.query('REVOKE EXECUTE ON FUNCTION analyze_grown_tables() FROM PUBLIC');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION analyze_grown_tables()');
    await new FirstStatistics1763750050000().up(runner);
  }
}
