import type { MigrationInterface, QueryRunner } from 'typeorm';

const CALLS = `'authorize', 'capture', 'void', 'refund', 'contest', 'accept'`;
const NOTIFICATIONS = `'paid', 'chargeback', 'pix_return', 'dispute_won', 'dispute_lost'`;

/** Money that is sent on: what providers are asked for it, and what the sandbox pays out and takes back (money contract §§ 12, 15). */
export class Payouts1763713500000 implements MigrationInterface {
  name = 'Payouts1763713500000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      calls(
        `'authorize', 'capture', 'void', 'refund', 'return', 'contest', 'accept', 'resolve', 'pay'`,
        `'contest', 'accept', 'resolve'`,
      ),
    );
    // Nothing is resolved twice at a time, and no money is sent while it is not known what became of it before.
    await runner.query(
      `CREATE UNIQUE INDEX uq_provider_calls_payout ON provider_calls (merchant_id, subject_type, subject_id)
        WHERE status = 'pending' AND kind IN ('resolve', 'pay')`,
    );
    await runner.query(`
      CREATE TABLE sandbox_provider.payouts (
        reference character varying(80) PRIMARY KEY,
        account_id uuid NOT NULL,
        amount_cents bigint NOT NULL CHECK (amount_cents > 0),
        returned_cents bigint NOT NULL DEFAULT 0 CHECK (returned_cents BETWEEN 0 AND amount_cents),
        state character varying(20) NOT NULL CHECK (state IN ('processing', 'paid')),
        asked integer NOT NULL DEFAULT 0,
        created_at timestamptz(3) NOT NULL DEFAULT now()
      )`);
    await runner.query(`
      CREATE TABLE sandbox_provider.payout_returns (
        id uuid PRIMARY KEY,
        reference character varying(80) NOT NULL REFERENCES sandbox_provider.payouts,
        amount_cents bigint NOT NULL CHECK (amount_cents > 0),
        reason character varying(200) NOT NULL,
        at timestamptz(3) NOT NULL,
        due_at timestamptz(3) NOT NULL,
        delivered_at timestamptz(3)
      )`);
    await runner.query(
      'CREATE INDEX payout_returns_due ON sandbox_provider.payout_returns (due_at) WHERE delivered_at IS NULL',
    );
    await runner.query(
      'CREATE INDEX payout_returns_reference ON sandbox_provider.payout_returns (reference)',
    );
    await runner.query(faults(`${NOTIFICATIONS}, 'payout_returned'`, `${CALLS}, 'resolve', 'pay'`));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `DELETE FROM sandbox_provider.faults WHERE call IN ('resolve', 'pay', 'payout_returned')`,
    );
    await runner.query(faults(NOTIFICATIONS, CALLS));
    await runner.query('DROP TABLE sandbox_provider.payout_returns, sandbox_provider.payouts');
    await runner.query('DROP INDEX uq_provider_calls_payout');
    await runner.query(`DELETE FROM provider_calls WHERE kind IN ('resolve', 'pay')`);
    await runner.query(
      calls(`'authorize', 'capture', 'void', 'refund', 'return', 'contest', 'accept'`, `'contest', 'accept'`),
    );
  }
}

/** `free` are the kinds of calls that may be about nothing. */
function calls(kinds: string, free: string): string {
  return `
    ALTER TABLE provider_calls
      DROP CONSTRAINT ck_provider_calls_kind,
      ADD CONSTRAINT ck_provider_calls_kind CHECK (kind IN (${kinds})),
      DROP CONSTRAINT ck_provider_calls_amount,
      ADD CONSTRAINT ck_provider_calls_amount CHECK (
        amount_cents BETWEEN 0 AND 9999999999 AND (amount_cents > 0 OR kind IN (${free})))`;
}

/** `notifications` are what the sandbox tells, `asked` what it is asked. */
function faults(notifications: string, asked: string): string {
  return `
    ALTER TABLE sandbox_provider.faults
      DROP CONSTRAINT faults_call_check,
      ADD CONSTRAINT faults_call_check CHECK (call IN (${asked}, ${notifications})),
      DROP CONSTRAINT faults_check,
      ADD CONSTRAINT faults_check CHECK ((call IN (${notifications})) = (kind IN ('late', 'twice')))`;
}
