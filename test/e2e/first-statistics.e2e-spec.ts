import { eventually, Onboarding, useService } from '../support';
import { pixBody } from '../support/charges';

const service = useService({ worker: true });

/** So many are waited for: below, every plan is quick. */
const TEN_PAGES = 10;

describe('a table that grows', () => {
  const known = async (table: string): Promise<number> => {
    const [row] = await service.dataSource.query<[{ rows: number }]>(
      'SELECT reltuples::int AS rows FROM pg_class WHERE oid = $1::regclass',
      [table],
    );
    return row.rows;
  };

  const pagesOf = async (table: string): Promise<number> => {
    const [row] = await service.dataSource.query<[{ pages: number }]>(
      `SELECT (pg_relation_size($1) / current_setting('block_size')::int)::int AS pages`,
      [table],
    );
    return row.pages;
  };

  it('has statistics within seconds: a look by its key is planned as one', async () => {
    // It would come, too, only later.
    await service.dataSource.query('ALTER TABLE submerchants SET (autovacuum_enabled = false)');
    expect(await known('submerchants')).toBe(-1);
    const merchant = await service.merchant();
    const onboarding = new Onboarding(merchant.client);
    while ((await pagesOf('submerchants')) < TEN_PAGES)
      await Promise.all(Array.from({ length: 20 }, () => onboarding.person()));
    await eventually(async () => expect(await known('submerchants')).toBeGreaterThan(100), 40_000);
    const plan = await service.dataSource.query<{ 'QUERY PLAN': string }[]>(
      'EXPLAIN (GENERIC_PLAN) SELECT 1 FROM ONLY submerchants WHERE merchant_id = $1 AND id = $2 FOR KEY SHARE',
    );
    expect(plan.map((line) => line['QUERY PLAN']).join('\n')).toMatch(/Index Cond: .*\bid = \$2/);
    expect(await known('withdrawals')).toBe(-1);
  });

  it('has them again when it has grown: what was planned for a few rows is planned anew', async () => {
    const { client } = await service.merchant();
    const charge = async (): Promise<unknown> => client.post('/v1/charges', pixBody());
    await charge();
    await service.dataSource.query('ALTER TABLE charges SET (autovacuum_enabled = false)');
    await service.dataSource.query('ANALYZE charges');
    const connection = service.dataSource.createQueryRunner();
    try {
      await connection.query('SET plan_cache_mode = force_generic_plan');
      await connection.query('PREPARE look AS SELECT 1 FROM charges WHERE merchant_id = $1 AND id = $2');
      const plan = async (): Promise<string> =>
        JSON.stringify(await connection.query('EXPLAIN EXECUTE look (uuidv7(), uuidv7())'));
      expect(await plan()).toContain('Seq Scan');
      while ((await pagesOf('charges')) < TEN_PAGES) await Promise.all(Array.from({ length: 20 }, charge));
      await eventually(async () => expect(await plan()).toMatch(/Index Cond: .*\bid = \$2/), 40_000);
    } finally {
      await connection.release();
    }
  });
});
