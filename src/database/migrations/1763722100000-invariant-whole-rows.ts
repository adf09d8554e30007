import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How much a rule read when all was read: a click has no more read than is known to be little. */
export class InvariantWholeRows1763722100000 implements MigrationInterface {
  name = 'InvariantWholeRows1763722100000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE invariant_verdicts ADD COLUMN full_rows_checked bigint,
        ADD CONSTRAINT ck_invariant_verdicts_full_rows CHECK (full_rows_checked >= 0)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE invariant_verdicts DROP COLUMN full_rows_checked');
  }
}
