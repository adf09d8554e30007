import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A delivery is claimed before it is sent, which changes no indexed column. Where its page has room for the new version of
 * the row none of the table's indexes is written for it; in pages that were filled to the brim all of them were (decision 0009).
 */
export class PostbackRoomForClaims1763724000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE postback_deliveries SET (fillfactor = 50)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE postback_deliveries RESET (fillfactor)');
  }
}
