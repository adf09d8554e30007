import { startService, type TestMerchant, type TestOperator, type TestService } from '../support';
import { Charging, pixBody } from '../support/charges';
import type { Client } from '../support/client';
import { COPY_CHARGES } from '../support/copied-charges';

/** So many more than when the lists were planned, and no statistics since. */
const GROWN = 5_000;
const AT_ONCE = 250;
/** Each record of a page of a hundred in an index, and itself, and its part. */
const READ_FOR_A_PAGE = 350;
/** Until PostgreSQL takes the plan for any values, and this process keeps what it asks. */
const OFTEN = 12;

const PATHS = [
  '/v1/charges',
  '/v1/charges?cursor=',
  '/v1/charges?limit=100',
  '/v1/charges?date_from=2020-01-01',
  '/v1/charges?status=pending',
  '/v1/charges?payment_method=pix&page=2',
  '/v1/review/charges',
];

describe('lists whose records have grown since they were first asked for (decision 0041)', () => {
  let service: TestService;
  let merchant: TestMerchant;
  let operator: TestOperator;

  beforeAll(async () => {
    // Few connections, so that each has planned all of them.
    service = await startService({ env: { DATABASE_POOL_SIZE: '2' } });
    [merchant, operator] = [await service.merchant(), await service.operator()];
    const { id } = (await new Charging(merchant.client).create(pixBody())) as { id: string };
    for (const path of PATHS) for (let asked = 0; asked < OFTEN; asked += 1) await clientOf(path).get(path);
    const [row] = await service.dataSource.query<{ charge: unknown; part: unknown }[]>(
      `SELECT to_jsonb(charge) AS charge, to_jsonb(part) AS part
         FROM charges AS charge JOIN charge_splits AS part ON part.charge_id = charge.id WHERE charge.id = $1`,
      [id],
    );
    for (let copied = 0; copied < GROWN; copied += AT_ONCE)
      await service.dataSource.query(COPY_CHARGES, [AT_ONCE, row?.charge, row?.part]);
  });
  afterAll(async () => {
    // Copies have no history, and nothing was told of them.
    await service.dataSource.transaction(async (tx) => {
      for (const column of ['charge_splits.charge_id', 'charges.id'])
        await tx.query(
          `DELETE FROM ${column.split('.')[0]} WHERE ${column} NOT IN (SELECT charge_id FROM charge_status_history)`,
        );
    });
    await service.stop();
  });

  const clientOf = (path: string): Client => (path.startsWith('/v1/review') ? operator : merchant).client;

  /** Rows of charges and their parts that were read so far, one by one or by going through all. */
  async function rowsRead(): Promise<number> {
    // Each connection tells what it has read: both at once, so that none does it twice.
    await Promise.all(
      ['a', 'b'].map(() => service.dataSource.query('SELECT pg_stat_force_next_flush(), pg_sleep(0.1)')),
    );
    const [row] = await service.dataSource.query<[{ count: number }]>(
      `SELECT sum(seq_tup_read + idx_tup_fetch)::int AS count FROM pg_stat_user_tables
        WHERE relname IN ('charges', 'charge_splits')`,
    );
    return row.count;
  }

  it.each(PATHS)('a page is looked up as if they had been many from the start: %s', async (path) => {
    const before = await rowsRead();
    const { body } = await clientOf(path).get(path);
    expect(body.data).toHaveLength(path.includes('limit') ? 100 : 20);
    expect(body.pagination.total).toBe(GROWN + 1);
    expect((await rowsRead()) - before).toBeLessThan(READ_FOR_A_PAGE);
  });
});
