import { addDays, localDay } from '../../src/common/calendar';
import { type JsonBody, MoneyBench, startService, type TestOperator, type TestService } from '../support';

let app: TestService;
let bench: MoneyBench;

let viewer: TestOperator;

beforeAll(async () => {
  app = await startService({ worker: true });
  viewer = await app.operator({ role: 'viewer' });
});
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
    const card = await bench.capturedCard({ amount: 3_000 }, { installments: 3 });
    await bench.charging.paidPix({ amount: 500 });
    await bench.merchant.client.post(`/v1/charges/${card.id}/refund`, { amount: 200 });
    const query = `due_from=${today()}&due_to=${addDays(today(), 120)}&group_by=${group}`;
    const { status, body } = await bench.merchant.client.get(`/v1/receivables/summary?${query}`);
    expect(status).toBe(200);
    expect(body.data.total).toEqual({ count: 4, amount: 3_500, fee: 300, amount_reversed: 200, net: 3_000 });
    const all = await bench.receivables();
    const keyOf = (one: JsonBody): string | null =>
      group === 'month' ? one.due_date.slice(0, 7) : one[group as 'status'];
    const keys = [...new Set(all.map(keyOf))];
    expect(new Set(body.data.groups.map(({ key }: JsonBody) => key))).toEqual(new Set(keys));
    for (const { key, count, ...sums } of body.data.groups as JsonBody[]) {
      const own = all.filter((one) => keyOf(one) === key);
      const sum = (field: string) => own.reduce<number>((total, one) => total + Number(one[field]), 0);
      const [amount, fee, amount_reversed, net] = ['amount', 'fee', 'amount_reversed', 'net'].map(sum);
      expect([count, sums]).toEqual([own.length, { amount, fee, amount_reversed, net }]);
    }
    const waiting = await bench.merchant.client.get(`/v1/receivables/summary?${query}&status=waiting_funds`);
    expect(waiting.body.data.total).toMatchObject({ count: 3, net: 2_500 });
  });

  it('sums of one wallet alone', async () => {
    await bench.capturedCard(
      {
        amount: 3_000,
        split_rules: [
          { recipient_id: bench.merchant.id, percentage: 60 },
          { recipient_id: bench.seller, percentage: 40 },
        ],
      },
      { installments: 2 },
    );
    const totalOf = async (walletId: string) => {
      const query = `due_from=${today()}&due_to=${addDays(today(), 120)}&group_by=status&wallet_id=${walletId}`;
      return (await bench.merchant.client.get(`/v1/receivables/summary?${query}`)).body.data;
    };
    const of = (net: number) => ({ count: 2, amount: net, fee: 0, amount_reversed: 0, net });
    expect(await totalOf(bench.merchant.id)).toEqual({
      total: of(1_800),
      groups: [{ key: 'waiting_funds', ...of(1_800) }],
    });
    expect((await totalOf(bench.seller)).total).toEqual(of(1_200));
    const other = await app.merchant();
    expect(await totalOf(other.id)).toMatchObject({ total: { count: 0, net: 0 }, groups: [] });
  });

  it('lists those that were made in a period, by days of the time zone that is named', async () => {
    const old = await bench.charging.paidPix();
    const recent = await bench.charging.paidPix();
    await app.dataSource.query(
      `UPDATE receivables SET created_at = '2026-03-02T02:59:59Z' WHERE charge_id = $1`,
      [old.id],
    );
    const ids = async (query: string) => (await bench.receivables(query)).map(({ charge_id }) => charge_id);
    expect(await ids('&date_to=2026-03-02')).toEqual([old.id]);
    expect(await ids('&date_to=2026-03-01')).toEqual([]);
    expect(await ids('&date_to=2026-03-01&time_zone=America/Sao_Paulo')).toEqual([old.id]);
    expect(await ids('&date_from=2026-03-03')).toEqual([recent.id]);
    expect(await ids('&date_from=2026-03-02&date_to=2026-03-02')).toEqual([old.id]);
    expect(await ids('&date_from=2026-03-02&time_zone=America/Sao_Paulo')).toEqual([recent.id]);
  });

  it('a period of more than 400 days, turned round or missing is refused by name', async () => {
    const faults = async (query: string) =>
      (await bench.merchant.client.get(`/v1/receivables/summary?group_by=month&${query}`)).body.details?.map(
        ({ field, code }: JsonBody) => `${field} ${code}`,
      );
    expect(await faults('due_from=2026-01-01&due_to=2027-02-05')).toEqual(['due_to too_late']);
    // 400 days, both ends counted.
    expect(await faults('due_from=2026-01-01&due_to=2027-02-04')).toBeUndefined();
    expect(await faults('due_from=2026-01-02&due_to=2026-01-01')).toEqual(['due_from after_due_to']);
    expect(await faults('due_from=2026-01-01')).toEqual(['due_to required']);
  });

  it('a period turned round is refused by the lists, too, as that of created_at is', async () => {
    const turned = 'due_from=2026-01-02&due_to=2026-01-01';
    const lists = [
      await bench.merchant.client.get(`/v1/receivables?${turned}`),
      await viewer.client.get(`/v1/review/receivables?merchant_id=${bench.merchant.id}&${turned}`),
    ];
    for (const { status, body } of lists)
      expect([status, body.details]).toMatchObject([422, [{ field: 'due_from', code: 'after_due_to' }]]);
  });
});

describe('receivables at the desk (money contract §20)', () => {
  it('are those of the merchant that is named, as it sees them itself', async () => {
    const { id: chargeId } = await bench.capturedCard({ amount: 3_000 }, { installments: 3 });
    await bench.charging.paidPix({ amount: 500 });
    const merchant_id = bench.merchant.id;
    const ask = (path: string, query: Record<string, string>) =>
      viewer.client.get(`/v1/review/receivables${path}?${new URLSearchParams(query).toString()}`);
    const listed = await ask('', { merchant_id, charge_id: chargeId });
    expect(listed.body.data).toEqual(await bench.receivables(`&charge_id=${chargeId}`));
    expect(listed.body.pagination.total).toBe(3);
    const other = await app.merchant();
    expect((await ask('', { merchant_id: other.id, charge_id: chargeId })).body.data).toEqual([]);
    expect((await ask('', { charge_id: chargeId })).body.details).toMatchObject([
      { field: 'merchant_id', code: 'required' },
    ]);
    const period = { merchant_id, due_from: today(), due_to: addDays(today(), 120), group_by: 'due_date' };
    expect((await ask('/summary', period)).body.data.total).toMatchObject({ count: 4, net: 3_500 });
    const waiting = await ask('/summary', { ...period, status: 'waiting_funds' });
    expect(waiting.body.data.total).toMatchObject({ count: 3, net: 3_000 });
    expect(waiting.body.data.groups.map(({ net }: JsonBody) => net)).toEqual([1_000, 1_000, 1_000]);
    expect((await ask('/summary', { ...period, status: 'gone' })).status).toBe(422);
    expect(
      (await bench.merchant.client.get(`/v1/review/receivables?merchant_id=${merchant_id}`)).status,
    ).toBe(403);
  });
});
