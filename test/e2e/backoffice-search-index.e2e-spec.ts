import { ChargeRepository } from '../../src/charges/charge.repository';
import { useService, type TestMerchant, type TestOperator } from '../support';
import { Charging, pixBody } from '../support/charges';

const PATH = '/v1/review/charges';

const service = useService();
let viewer: TestOperator;
let merchant: TestMerchant;

beforeAll(async () => {
  viewer = await service.operator({ role: 'viewer' });
  merchant = await service.merchant();
});

const found = async (query: string) =>
  ((await viewer.client.get(`${PATH}?${query}`)).body.data as { id: string }[]).map(({ id }) => id);
/** How many pages of new entries had not been sorted into the index yet. */
const sortIn = async () =>
  (
    await service.dataSource.query<{ pages: number }[]>(
      `SELECT gin_clean_pending_list('ix_charge_search_text')::int AS pages`,
    )
  )[0]?.pages;
/** The plan of a statement, where these ways are the last resort. */
const planOf = (sql: string, ...avoided: ('seqscan' | 'bitmapscan' | 'sort')[]) =>
  service.dataSource.transaction(async (manager) => {
    for (const way of avoided) await manager.query(`SET LOCAL enable_${way} = off`);
    const lines = await manager.query<{ 'QUERY PLAN': string }[]>(`EXPLAIN (COSTS OFF) ${sql}`);
    return lines.map((line) => line['QUERY PLAN']).join('\n');
  });

describe('the search over all charges (decision 0003)', () => {
  it('finds a charge at once, before and after the worker has sorted it into the index', async () => {
    const { id } = await new Charging(merchant.client).create(pixBody({ external_id: 'Achado-Ágil-7' }));
    expect(await found('search=achado-agil')).toEqual([id]);
    await service.api.get(ChargeRepository).tidySearch();
    expect(await found('search=achado-agil')).toEqual([id]);
  });

  it('the worker’s task leaves nothing for a request to sort in', async () => {
    await sortIn();
    await new Charging(merchant.client).create(pixBody());
    expect(await sortIn()).toBe(1);
    await new Charging(merchant.client).create(pixBody());
    await service.api.get(ChargeRepository).tidySearch();
    expect(await sortIn()).toBe(0);
  });

  it('goes through the trigram index; totals and pages of the lists through indexes alone', async () => {
    const searched = await planOf(
      `SELECT id FROM charge_search WHERE search_text LIKE '%pedido%'`,
      'seqscan',
    );
    expect(searched).toContain('ix_charge_search_text');
    await service.dataSource.query('VACUUM charges');
    for (const table of ['charges', 'postback_deliveries']) {
      const plan = await planOf(
        `SELECT id FROM ${table} WHERE status IN ('pending', 'held') ORDER BY created_at DESC, id DESC LIMIT 20`,
        'seqscan',
        'bitmapscan',
        'sort',
      );
      expect(plan).toContain(`Index Only Scan using ix_${table}_created`);
      expect(plan).not.toContain('Sort');
    }
  });

  it('finds the same without the index, where the server has no pg_trgm', async () => {
    const { id } = await new Charging(merchant.client).create(pixBody({ external_id: 'Sem-Índice' }));
    await service.dataSource.query('DROP INDEX ix_charge_search_text');
    await service.api.get(ChargeRepository).tidySearch();
    expect(await found('search=sem-indice')).toEqual([id]);
  });
});
