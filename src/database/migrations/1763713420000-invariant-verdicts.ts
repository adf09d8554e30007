import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the rules of the books came to when they were last read, and when they are read again (money contract §20). */
export class InvariantVerdicts1763713420000 implements MigrationInterface {
  name = 'InvariantVerdicts1763713420000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE invariant_verdicts (
        name character varying(300) NOT NULL,
        last_run_at timestamptz(3) NOT NULL,
        full_run_at timestamptz(3) NOT NULL,
        rows_checked bigint NOT NULL,
        broken_count integer NOT NULL,
        broken jsonb NOT NULL,
        CONSTRAINT pk_invariant_verdicts PRIMARY KEY (name),
        CONSTRAINT ck_invariant_verdicts_rows CHECK (rows_checked >= 0),
        CONSTRAINT ck_invariant_verdicts_broken CHECK (
          broken_count >= 0 AND (broken_count = 0) = (jsonb_array_length(broken) = 0)),
        CONSTRAINT ck_invariant_verdicts_full CHECK (full_run_at <= last_run_at)
      )`);
    await runner.query(`
      CREATE TABLE invariant_schedule (
        id smallint NOT NULL,
        requested_at timestamptz(3),
        started_at timestamptz(3),
        next_run_at timestamptz(3) NOT NULL,
        CONSTRAINT pk_invariant_schedule PRIMARY KEY (id),
        CONSTRAINT ck_invariant_schedule_one CHECK (id = 1)
      )`);
    await runner.query(
      `INSERT INTO invariant_schedule (id, next_run_at) VALUES (1, now() + interval '1 minute')`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE invariant_schedule, invariant_verdicts');
  }
}
