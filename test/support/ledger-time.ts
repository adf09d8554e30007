import type { DataSource } from 'typeorm';

const PLACE = 'place_ledger_lines(uuid[], uuid[], integer)';

/** Posts lines at moments of the test's choice: the function that gives them places asks a table what time it is. */
export class LedgerTime {
  private constructor(private readonly dataSource: DataSource) {}

  static async install(dataSource: DataSource): Promise<LedgerTime> {
    await dataSource.query('CREATE SCHEMA test_ledger_time');
    await dataSource.query('CREATE TABLE test_ledger_time.moments (at timestamptz NOT NULL)');
    await dataSource.query('INSERT INTO test_ledger_time.moments VALUES (now())');
    const [found] = await dataSource.query<{ text: string }[]>(
      `SELECT pg_get_functiondef('${PLACE}'::regprocedure) AS text`,
    );
    const asked = 'moment := (SELECT at FROM test_ledger_time.moments);';
    const text = found?.text.replace('moment := clock_timestamp();', asked) ?? '';
    if (!text.includes(asked)) throw new Error(`${PLACE} asks for the time otherwise`);
    await dataSource.query(text);
    return new LedgerTime(dataSource);
  }

  /** Never back: an account's time goes on. */
  async set(at: string): Promise<void> {
    await this.dataSource.query('UPDATE test_ledger_time.moments SET at = $1', [at]);
  }
}
