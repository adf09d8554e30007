import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Which secret X-Service-Signature is made with while two are valid: receivers that read no other header keep the one
 * that they know until they have the new one. Every row that there is signs with its newest.
 */
export class PostbackSignWith1763703600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE postback_endpoints
        ADD COLUMN sign_with character varying(8) NOT NULL DEFAULT 'new',
        ADD CONSTRAINT ck_postback_endpoints_sign_with CHECK (sign_with = 'new'
          OR (sign_with = 'previous' AND previous_secret_box IS NOT NULL))`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE postback_endpoints DROP COLUMN sign_with');
  }
}
