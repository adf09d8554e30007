import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Payments that a provider was asked for before their charges exist: what never became a charge is found here and
 * cancelled, whoever died meanwhile. No foreign key: the charge comes later, or never.
 */
export class ProviderIntents1763700540000 implements MigrationInterface {
  name = 'ProviderIntents1763700540000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE provider_intents (
        charge_id uuid NOT NULL,
        provider character varying(40) NOT NULL,
        amount_cents bigint NOT NULL,
        void_key uuid NOT NULL,
        attempts integer NOT NULL,
        next_attempt_at timestamptz(3) NOT NULL,
        CONSTRAINT pk_provider_intents PRIMARY KEY (charge_id),
        CONSTRAINT ck_provider_intents_amount CHECK (amount_cents BETWEEN 1 AND 9999999999)
      )`);
    await runner.query('CREATE INDEX ix_provider_intents_due ON provider_intents (next_attempt_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE provider_intents');
  }
}
