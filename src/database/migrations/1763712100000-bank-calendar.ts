import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Days by which the banks' calendar here differs from the table that ships (money contract §13). */
export class BankCalendar1763712100000 implements MigrationInterface {
  name = 'BankCalendar1763712100000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE bank_calendar_changes (
        day date NOT NULL,
        is_holiday boolean NOT NULL,
        changed_at timestamptz(3) NOT NULL,
        CONSTRAINT pk_bank_calendar_changes PRIMARY KEY (day)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE bank_calendar_changes');
  }
}
