import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The key of a withdrawal's call names the withdrawal and which sending of it this is (money contract §15, Unknown outcomes). */
export class ProviderCallKeys1763730000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE provider_calls ALTER COLUMN key TYPE character varying(60)');
    await runner.query('ALTER TABLE sandbox_provider.requests ALTER COLUMN key TYPE character varying(60)');
  }

  /** Keys that are no UUID are given the one of their call: what a provider was asked under them is not known any more. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`UPDATE provider_calls SET key = id WHERE key LIKE '%:%'`);
    await runner.query('ALTER TABLE provider_calls ALTER COLUMN key TYPE uuid USING key::uuid');
    await runner.query(`DELETE FROM sandbox_provider.requests WHERE key LIKE '%:%'`);
    await runner.query('ALTER TABLE sandbox_provider.requests ALTER COLUMN key TYPE uuid USING key::uuid');
  }
}
