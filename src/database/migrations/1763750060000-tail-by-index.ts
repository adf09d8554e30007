import type { MigrationInterface, QueryRunner } from 'typeorm';

const PLACE = 'place_ledger_lines(uuid[], uuid[], integer)';

/**
 * Lines leave the tail of an account as fast as they come. A bitmap scan of its index answers those that left too, each time until the
 * next vacuum (6,000 of a wallet that gives refunds, a third of what its lock costs); a plain one remembers in the index that they are dead.
 */
export class TailByIndex1763750060000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER FUNCTION ${PLACE} SET enable_bitmapscan = off`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER FUNCTION ${PLACE} RESET enable_bitmapscan`);
  }
}
