import { Onboarding, startService, type TestMerchant, type TestService, STARTED_ON, today } from '../support';
import { boletoBody, Charging, pixBody } from '../support/charges';

interface Listed {
  readonly id: string;
  readonly status: string;
}

let app: TestService;
let merchant: TestMerchant;
let charging: Charging;
let ids: string[];
let seller: string;

const customer = (name: string, email: string) => ({
  name,
  email,
  type: 'individual',
  tax_id: '52998224725',
});

beforeAll(async () => {
  app = await startService();
  merchant = await app.merchant();
  charging = new Charging(merchant.client);
  seller = await new Onboarding(merchant.client).activePerson();
  const bodies = [
    pixBody({ external_id: 'Pedido-100%', customer: customer('João Ávila', 'joao@exemplo.example') }),
    pixBody({ external_id: 'pedido_2', customer: customer('MARIA', 'maria@exemplo.example') }),
    boletoBody({ external_id: 'pedido-3' }),
    pixBody({ submerchant_id: seller }),
    pixBody(),
  ];
  ids = [];
  for (const body of bodies) ids.unshift((await charging.create(body)).id as string);
  await merchant.client.post(`/v1/sandbox/charges/${ids[0] ?? ''}/pay`);
});

afterAll(() => app.stop());

async function listed(query: string): Promise<string[]> {
  const answer = await merchant.client.get(`/v1/charges?${query}`);
  expect(answer.status).toBe(200);
  return (answer.body.data as Listed[]).map(({ id }) => id);
}

describe('specification, Listing conventions: GET /v1/charges', () => {
  it('answers the list envelope: message, data, pagination, newest first', async () => {
    const answer = await merchant.client.get('/v1/charges');
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ message: expect.any(String), data: expect.any(Array) });
    expect(answer.body.pagination).toEqual({ page: 1, limit: 20, total: 5, totalPages: 1 });
    expect((answer.body.data as Listed[]).map(({ id }) => id)).toEqual(ids);
    expect(answer.body.data[0]).toEqual(await charging.read(ids[0] ?? ''));
  });

  it('page and limit walk through it; a page past the end is empty', async () => {
    expect(await listed('limit=2')).toEqual(ids.slice(0, 2));
    expect(await listed('limit=2&page=3')).toEqual(ids.slice(4));
    expect(await listed('limit=2&page=4')).toEqual([]);
  });

  it.each([
    'page=0',
    'page=1.5',
    'limit=0',
    'limit=101',
    'limit=1e1',
    'page=x',
    'pages=1',
    'limit=1&limit=2',
  ])('%s: 422', async (query) => {
    const answer = await merchant.client.get(`/v1/charges?${query}`);
    expect([answer.status, answer.body.error]).toEqual([422, 'VALIDATION_FAILED']);
  });

  it('status: one value or a comma list; an unknown one: 422 naming the allowed', async () => {
    expect(await listed('status=captured')).toEqual([ids[0]]);
    expect(await listed('status=captured,pending')).toEqual(ids);
    expect(await listed('status=failed,refunded')).toEqual([]);
    const answer = await merchant.client.get('/v1/charges?status=paid');
    expect(answer.status).toBe(422);
    expect(answer.text).toContain('partially_refunded');
  });

  it('date_from and date_to: inclusive days', async () => {
    expect(await listed(`date_from=${STARTED_ON}&date_to=${today()}`)).toEqual(ids);
    expect(await listed('date_to=2020-01-01')).toEqual([]);
    expect((await merchant.client.get('/v1/charges?date_from=2026-02-30')).status).toBe(422);
    expect((await merchant.client.get('/v1/charges?date_from=2026-02-02&date_to=2026-02-01')).status).toBe(
      422,
    );
  });

  it('search: over id, external_id, customer name, email and tax_id, whatever case and accents', async () => {
    expect(await listed(`search=${ids[2] ?? ''}`)).toEqual([ids[2]]);
    expect(await listed('search=PEDIDO')).toEqual([ids[2], ids[3], ids[4]]);
    expect(await listed('search=joao%20avila')).toEqual([ids[4]]);
    expect(await listed('search=MARIA%40exemplo')).toEqual([ids[3]]);
    expect(await listed('search=52998224725')).toEqual([ids[2], ids[3], ids[4]]);
  });

  it('search: % and _ are plain', async () => {
    expect(await listed('search=100%25')).toEqual([ids[4]]);
    expect(await listed('search=o_2')).toEqual([ids[3]]);
    expect(await listed('search=%25%25')).toEqual([]);
  });

  it('payment_method, submerchant_id and external_id (exact)', async () => {
    expect(await listed('payment_method=boleto')).toEqual([ids[2]]);
    expect(await listed(`submerchant_id=${seller}`)).toEqual([ids[1]]);
    expect(await listed('external_id=pedido-3')).toEqual([ids[2]]);
    expect(await listed('external_id=pedido')).toEqual([]);
    expect(await listed('payment_method=pix&status=pending')).toEqual([ids[1], ids[3], ids[4]]);
  });

  it('a cursor sees every charge exactly once', async () => {
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const answer = await merchant.client.get(`/v1/charges?limit=2&cursor=${cursor}`);
      seen.push(...(answer.body.data as Listed[]).map(({ id }) => id));
      cursor = answer.body.pagination.next_cursor as string | null;
    }
    expect(seen).toEqual(ids);
  });

  it("another merchant's charges are not in it", async () => {
    const other = await app.merchant();
    expect((await other.client.get('/v1/charges')).body).toMatchObject({
      data: [],
      pagination: { page: 1, limit: 20, total: 0, totalPages: 0 },
    });
  });
});
