import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The sandbox never gives back more of a payment than it took: what was refunded and what its dispute holds. What was written before
 * stays as it is; whatever raises the one or the other is looked at when it is committed.
 */
export class SandboxGivenBack1763731500000 implements MigrationInterface {
  name = 'SandboxGivenBack1763731500000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(CHECK);
    for (const [name, event, when] of TRIGGERS)
      await runner.query(`
        CREATE CONSTRAINT TRIGGER ${name} AFTER ${event}
        DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (${when})
        EXECUTE FUNCTION sandbox_provider.check_given_back()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION sandbox_provider.check_given_back() CASCADE');
  }
}

const CHECK = `
  CREATE FUNCTION sandbox_provider.check_given_back() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM 1 FROM sandbox_provider.payments p
      JOIN sandbox_provider.disputes d USING (reference)
     WHERE p.reference = NEW.reference AND p.refunded_cents + d.taken_cents > p.captured_cents;
    IF FOUND THEN
      RAISE EXCEPTION 'more of a payment would be given back than was taken'
        USING ERRCODE = 'check_violation', CONSTRAINT = 'ck_sandbox_given_back';
    END IF;
    RETURN NULL;
  END $$`;

const TRIGGERS = [
  [
    'ck_payments_given_back',
    'UPDATE ON sandbox_provider.payments',
    'NEW.refunded_cents > OLD.refunded_cents',
  ],
  ['ck_disputes_opened', 'INSERT ON sandbox_provider.disputes', 'NEW.taken_cents > 0'],
  ['ck_disputes_taken', 'UPDATE ON sandbox_provider.disputes', 'NEW.taken_cents > OLD.taken_cents'],
] as const;
