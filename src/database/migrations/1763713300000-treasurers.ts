import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Operators who look after money: a role of their own (money contract §20). */
export class Treasurers1763713300000 implements MigrationInterface {
  name = 'Treasurers1763713300000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE operators DROP CONSTRAINT ck_operators_role');
    await runner.query(`
      ALTER TABLE operators ADD CONSTRAINT ck_operators_role
        CHECK (role IN ('viewer', 'reviewer', 'treasurer', 'admin'))`);
  }

  /** Who looked after money may look on. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE operators DROP CONSTRAINT ck_operators_role');
    await runner.query(`UPDATE operators SET role = 'viewer' WHERE role = 'treasurer'`);
    await runner.query(`
      ALTER TABLE operators ADD CONSTRAINT ck_operators_role CHECK (role IN ('viewer', 'reviewer', 'admin'))`);
  }
}
