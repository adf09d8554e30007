import { addDays, localDay } from '../../src/common/calendar';
import { type JsonBody, MoneyBench, startService, type TestService } from '../support';

let app: TestService;
let bench: MoneyBench;

beforeAll(async () => (app = await startService({ worker: true })));
beforeEach(async () => (bench = await MoneyBench.open(app)));
afterAll(() => app.stop());

const today = () => localDay(new Date());

describe('GET /v1/receivables and its summary', () => {
  it('filters by wallet, method, status and due date; search finds a charge; another merchant sees nothing', async () => {
    const card = await bench.capturedCard(
      { split_rules: [{ recipient_id: bench.seller, percentage: 100 }] },
      { installments: 2 },
    );
    const pix = await bench.charging.paidPix();
    const ids = async (query: string) => (await bench.receivables(query)).map(({ charge_id }) => charge_id);
    expect(await ids('&payment_method=pix')).toEqual([pix.id]);
    expect(await ids('&status=settled')).toEqual([pix.id]);
    expect(await ids(`&wallet_id=${bench.seller}`)).toEqual([card.id, card.id]);
    expect(await ids(`&due_from=${addDays(today(), 1)}&due_to=${addDays(today(), 40)}`)).toEqual([card.id]);
    expect(await ids(`&search=${pix.id.slice(9).toUpperCase()}`)).toEqual([pix.id]);
    const [{ id }] = (await bench.receivables()) as [JsonBody];
    const other = await app.merchant();
    expect((await other.client.get(`/v1/receivables/${id}`)).status).toBe(404);
    expect((await other.client.get('/v1/receivables')).body.pagination.total).toBe(0);
    expect((await bench.merchant.client.get('/v1/receivables?status=gone')).status).toBe(422);
  });

  it.each(['due_date', 'month', 'arrangement', 'status'])('sums by %s', async (group) => {
    await bench.agree({ processing: [{ payment_method: 'credit_card', percentage: 10 }] });
    await bench.capturedCard({ amount: 3_000 }, { installments: 3 });
    await bench.charging.paidPix({ amount: 500 });
    const query = `due_from=${today()}&due_to=${addDays(today(), 120)}&group_by=${group}`;
    const { status, body } = await bench.merchant.client.get(`/v1/receivables/summary?${query}`);
    expect(status).toBe(200);
    expect(body.data.total).toEqual({ count: 4, amount: 3_500, fee: 300, amount_reversed: 0, net: 3_200 });
    const all = await bench.receivables();
    const keyOf = (one: JsonBody): string | null =>
      group === 'month' ? one.due_date.slice(0, 7) : one[group as 'status'];
    const keys = [...new Set(all.map(keyOf))];
    expect(new Set(body.data.groups.map(({ key }: JsonBody) => key))).toEqual(new Set(keys));
    for (const { key, count, net } of body.data.groups as JsonBody[]) {
      const own = all.filter((one) => keyOf(one) === key);
      expect([count, net]).toEqual([
        own.length,
        own.reduce<number>((total, one) => total + Number(one.net), 0),
      ]);
    }
  });

  it('a period of more than 400 days, turned round or missing is refused by name', async () => {
    const faults = async (query: string) =>
      (await bench.merchant.client.get(`/v1/receivables/summary?group_by=month&${query}`)).body.details?.map(
        ({ field, code }: JsonBody) => `${field} ${code}`,
      );
    expect(await faults('due_from=2026-01-01&due_to=2027-02-06')).toEqual(['due_to too_late']);
    expect(await faults('due_from=2026-01-02&due_to=2026-01-01')).toEqual(['due_from after_due_to']);
    expect(await faults('due_from=2026-01-01')).toEqual(['due_to required']);
  });
});
