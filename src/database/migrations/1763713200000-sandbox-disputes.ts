import type { MigrationInterface, QueryRunner } from 'typeorm';

const CALLS = `'authorize', 'capture', 'void', 'refund'`;

/** Disputes in the sandbox's own books, and what it tells of them (money contract §20, Sandbox). */
export class SandboxDisputes1763713200000 implements MigrationInterface {
  name = 'SandboxDisputes1763713200000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE sandbox_provider.disputes (
        reference character varying(80) PRIMARY KEY REFERENCES sandbox_provider.payments,
        kind character varying(20) NOT NULL CHECK (kind IN ('chargeback', 'pix_return')),
        state character varying(20) NOT NULL CHECK (state IN ('open', 'contested', 'won', 'lost')),
        amount_cents bigint NOT NULL CHECK (amount_cents >= 0),
        taken_cents bigint NOT NULL CHECK (taken_cents BETWEEN 0 AND amount_cents),
        opened_at timestamptz(3) NOT NULL DEFAULT now(),
        changed_at timestamptz(3) NOT NULL DEFAULT now()
      )`);
    // What was disputed before is in its books as well: it is disputed once.
    await runner.query(`
      INSERT INTO sandbox_provider.disputes (reference, kind, state, amount_cents, taken_cents)
      SELECT n.reference, 'chargeback', 'open', p.captured_cents - p.refunded_cents, p.captured_cents - p.refunded_cents
        FROM sandbox_provider.notifications n JOIN sandbox_provider.payments p USING (reference)
       WHERE n.kind = 'chargeback'`);
    await this.allow(
      runner,
      `'paid', 'chargeback', 'pix_return', 'dispute_won', 'dispute_lost'`,
      `${CALLS}, 'contest', 'accept'`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    const gone = `('pix_return', 'dispute_won', 'dispute_lost', 'contest', 'accept')`;
    await runner.query(`DELETE FROM sandbox_provider.notifications WHERE kind IN ${gone}`);
    await runner.query(`DELETE FROM sandbox_provider.faults WHERE call IN ${gone}`);
    await this.allow(runner, `'paid', 'chargeback'`, CALLS);
    await runner.query('DROP TABLE sandbox_provider.disputes');
  }

  /** `notifications` are what it tells, `calls` what it is asked. */
  private async allow(runner: QueryRunner, notifications: string, calls: string): Promise<void> {
    await runner.query(`
      ALTER TABLE sandbox_provider.notifications
        DROP CONSTRAINT notifications_kind_check,
        ADD CONSTRAINT notifications_kind_check CHECK (kind IN (${notifications}))`);
    await runner.query(`
      ALTER TABLE sandbox_provider.faults
        DROP CONSTRAINT faults_call_check,
        ADD CONSTRAINT faults_call_check CHECK (call IN (${calls}, ${notifications})),
        DROP CONSTRAINT faults_check,
        ADD CONSTRAINT faults_check CHECK ((call IN (${notifications})) = (kind IN ('late', 'twice')))`);
  }
}
