import { Client } from 'pg';
import { useCharging } from '../support';
import { pixBody } from '../support/charges';
import { COPY_CHARGES } from '../support/copied-charges';
import { workerDatabaseUrl } from '../support/database';

/** As many as ask at once. */
const GROUP = 32;
/** As a new installation takes within a second, long before anything is analysed. */
const MANY = 5_000;
/** In one statement, as who fills a database does: a few seconds, and minutes when each is compared with each. */
const FILLED = 40_000;
/** Of each new charge: itself and its part by their keys, and what looks for the same along other ways. */
const ROWS_READ_FOR_ONE = 10;

/** Rows that this transaction has read so far of both tables, by any way. */
const READ = `
  SELECT sum(pg_stat_get_xact_tuples_returned(oid))::int AS read FROM pg_class
   WHERE oid IN ('charges'::regclass, 'charge_splits'::regclass)
      OR oid IN (SELECT indexrelid FROM pg_index WHERE indrelid IN ('charges'::regclass, 'charge_splits'::regclass))`;

describe('the sums of new charges (src/charges/README.md)', () => {
  const { app, charging } = useCharging();
  let client: Client;

  beforeEach(async () => {
    client = new Client({ connectionString: await workerDatabaseUrl() });
    await client.connect();
    await client.query('BEGIN');
  });
  afterEach(async () => {
    await client.query('ROLLBACK');
    await client.end();
  });

  const rowOf = async (sql: string, id: unknown): Promise<unknown> =>
    (await client.query<{ row: unknown }>(sql, [id])).rows[0]?.row;
  const read = async (): Promise<number> => (await client.query<{ read: number }>(READ)).rows[0]?.read ?? 0;

  /** Writes so many charges like one that was made, in one statement. */
  async function writer(): Promise<(count: number) => Promise<unknown>> {
    const { id } = await charging.create(pixBody());
    const charge = await rowOf('SELECT to_jsonb(charge) AS row FROM charges AS charge WHERE id = $1', id);
    const part = await rowOf('SELECT to_jsonb(p) AS row FROM charge_splits AS p WHERE charge_id = $1', id);
    return (count) => client.query(COPY_CHARGES, [count, charge, part]);
  }

  it('are looked up by their keys also when the tables have grown since the session planned that', async () => {
    const write = await writer();
    for (let planned = 0; planned < 6; planned += 1) await write(GROUP);
    await write(MANY);
    const before = await read();
    await write(GROUP);
    expect((await read()) - before).toBeLessThan(GROUP * ROWS_READ_FOR_ONE);
  });

  it('are looked up for each, not each with each, where statistics know of no rows', async () => {
    const write = await writer();
    await write(MANY);
    // It sees the pages of what is not committed yet, and no rows.
    await app.dataSource.query('ANALYZE charges, charge_splits');
    await client.query(`SET LOCAL statement_timeout = '60s'`);
    await write(FILLED);
  });
});
