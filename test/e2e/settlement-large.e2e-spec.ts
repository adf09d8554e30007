import { addDays, localDay } from '../../src/common/calendar';
import { FEATURES } from '../../src/features';
import { eventsOf, eventually, type JsonBody, MoneyBench, useService } from '../support';
import { cardBody, Charging, pixBody } from '../support/charges';
import { expectFewPages } from '../support/rule-work';

const service = useService({ worker: true });
const INSTALLMENTS = 12;
/** 5,004 receivables. */
const CHARGES = 417;
const IN_FLIGHT = 16;
const SMALL_MERCHANTS = 100;

/** By indexes, of settlements; PostgreSQL tells them a moment later. */
async function lookUps(): Promise<number> {
  const sql = `SELECT idx_scan::integer AS count FROM pg_stat_user_tables WHERE relname = 'settlements'`;
  const [row] = await service.dataSource.query<[{ count: number | null }]>(sql);
  return row.count ?? 0;
}

it('more than 5,000 receivables of a wallet and due date are settled by two settlements (money contract §14)', async () => {
  const bench = await MoneyBench.open(service);
  const { client } = bench.merchant;
  await bench.agree({
    settlement: [{ payment_method: 'credit_card', days: 2, unit: 'business', interval_days: 0 }],
  });
  const body = cardBody('tok_approved', { amount: 1_200 }, { installments: INSTALLMENTS });
  for (let made = 0; made < CHARGES; made += IN_FLIGHT) {
    const some = Array.from({ length: Math.min(IN_FLIGHT, CHARGES - made) }, async () => {
      const { body: charge } = await client.post('/v1/charges', body);
      await bench.charging.until(charge.data.id, 'captured');
    });
    await Promise.all(some);
  }
  // As a session finds it that plans its checks before there are settlements.
  await service.dataSource.query('VACUUM (ANALYZE) settlements');
  const before = await lookUps();
  const answer = await bench.settle(addDays(localDay(new Date()), 30));
  expect(answer.status).toBe(200);

  // The foreign key of each receivable is checked by an index, not by reading all settlements.
  await eventually(async () =>
    expect((await lookUps()) - before).toBeGreaterThanOrEqual(CHARGES * INSTALLMENTS),
  );

  const read = async (query: string): Promise<JsonBody[]> =>
    (await client.get(`/v1/receivables/settlements?limit=100${query}`)).body.data;
  const made = await read(`&wallet_id=${bench.merchant.id}`);
  expect(made.map(({ count }) => Number(count)).sort((one, other) => other - one)).toEqual([5_000, 4]);
  expect(new Set(made.map(({ due_date }) => due_date)).size).toBe(1);
  for (const { id, count, amount } of made) {
    expect(amount).toBe(100 * Number(count));
    const { body: page } = await client.get(`/v1/receivables?settlement_id=${id}&limit=1`);
    expect(page.pagination.total).toBe(count);
    expect(await eventsOf(service.dataSource, id as string)).toHaveLength(1);
  }
  expect(await bench.balances()).toMatchObject({ waiting_funds: 0, available: 500_400 });
});

it('what it made is checked without reading a large wallet once for each of its rows', async () => {
  for (let made = 0; made < SMALL_MERCHANTS; made += 1) {
    const { client } = await service.merchant();
    await new Charging(client).paidPix();
    await new Charging(client).create(pixBody());
  }
  const rules = FEATURES.flatMap(({ invariants = [] }) => invariants);
  await expectFewPages(service.dataSource, rules, CHARGES * INSTALLMENTS);
});
