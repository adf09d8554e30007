import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What the sandbox was told to do wrong: each row spoils the next calls, or notifications, of one kind. Whoever tests an
 * integration writes them; nothing of the service does (docs/sandbox.md).
 */
export class SandboxFaults1763700530000 implements MigrationInterface {
  name = 'SandboxFaults1763700530000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE sandbox_provider.faults (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        call character varying(20) NOT NULL
          CHECK (call IN ('authorize', 'capture', 'void', 'refund', 'paid', 'chargeback')),
        kind character varying(20) NOT NULL CHECK (kind IN ('slow', 'silent', 'lost', 'late', 'twice')),
        reference character varying(80),
        delay_ms integer NOT NULL DEFAULT 0 CHECK (delay_ms BETWEEN 0 AND 600000),
        remaining integer NOT NULL DEFAULT 1 CHECK (remaining >= 0),
        CHECK ((call IN ('paid', 'chargeback')) = (kind IN ('late', 'twice')))
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE sandbox_provider.faults');
  }
}
