import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A wallet that is paid out daily has a run a day, most of them of wallets with nothing to send. What sent nothing and is older than
 * a year may go; what sent something says why there is a withdrawal, and stays as long as that.
 */
export class OldAutomaticRuns1763725210000 implements MigrationInterface {
  name = 'OldAutomaticRuns1763725210000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE INDEX ix_automatic_withdrawal_runs_old ON automatic_withdrawal_runs (at) WHERE withdrawal_id IS NULL`,
    );
    await runner.query(keep(OLD_MAY_GO));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(keep(''));
    await runner.query('DROP INDEX ix_automatic_withdrawal_runs_old');
  }
}

const OLD_MAY_GO = `
    IF TG_OP = 'DELETE' AND OLD.withdrawal_id IS NULL AND OLD.at < now() - interval '365 days' THEN
      RETURN OLD;
    END IF;`;

const keep = (exception: string): string => `
  CREATE OR REPLACE FUNCTION keep_automatic_withdrawal_run() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN${exception}
    RAISE EXCEPTION 'what came of an automatic withdrawal does not change' USING ERRCODE = 'insufficient_privilege';
  END $$`;
