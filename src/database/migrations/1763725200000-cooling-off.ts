import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How long after its activation nothing goes to a merchant's new destination can be said for each merchant (money contract §12). */
export class CoolingOff1763725200000 implements MigrationInterface {
  name = 'CoolingOff1763725200000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE merchants ADD COLUMN cooling_off_hours integer');
    await runner.query(
      'ALTER TABLE merchants ADD CONSTRAINT ck_merchants_cooling_off CHECK (cooling_off_hours BETWEEN 0 AND 720)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE merchants DROP COLUMN cooling_off_hours');
  }
}
