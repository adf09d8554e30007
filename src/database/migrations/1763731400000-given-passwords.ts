import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Somebody besides the holder knows it: it is not taken back once the holder has replaced it (contract §8, Four eyes). */
export class GivenPasswords1763731400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE operators ADD COLUMN given_password_hash text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE operators DROP COLUMN given_password_hash');
  }
}
