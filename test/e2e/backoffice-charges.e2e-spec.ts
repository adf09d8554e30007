import {
  type Answer,
  CPF,
  Onboarding,
  startService,
  type TestMerchant,
  type TestOperator,
  type TestService,
} from '../support';
import { boletoBody, cardBody, Charging, pixBody } from '../support/charges';
import { breaksRule } from '../support/books';

breaksRule('a charge is for what its first event said', 'the day of a charge is moved by hand');

const PATH = '/v1/review/charges';
const UNKNOWN = '01890000-0000-7000-8000-000000000000';

let service: TestService;
let viewer: TestOperator;
let fair: TestMerchant;
let market: TestMerchant;
let seller: string;
/** Oldest first: three of the fair, then one of the market. */
let ids: string[];

const customer = { name: 'Conceição Araújo', email: 'con@exemplo.example', type: 'individual', tax_id: CPF };

beforeAll(async () => {
  service = await startService({ worker: true });
  viewer = await service.operator({ role: 'viewer' });
  fair = await service.merchant({ name: 'Feira' });
  market = await service.merchant({ name: 'Mercado' });
  seller = await new Onboarding(fair.client).activePerson();
  const [ofFair, ofMarket] = [new Charging(fair.client), new Charging(market.client)];
  ids = [
    (await ofFair.create(pixBody({ external_id: 'Pedido-100%', customer }))).id,
    (await ofFair.create(boletoBody({ submerchant_id: seller }))).id,
    (await ofFair.paidPix({ external_id: 'pedido_2' })).id,
    (await ofMarket.create(cardBody('tok_declined', { external_id: 'pedido-3' }))).id,
  ] as string[];
  await ofMarket.until(ids[3] ?? '', 'failed');
});
afterAll(() => service.stop());

const outcome = ({ status, body }: Answer) => [status, body?.error];
const found = async (query: string) => {
  const answer = await viewer.client.get(`${PATH}?${query}`);
  expect(answer.status).toBe(200);
  return (answer.body.data as { id: string }[]).map(({ id }) => id);
};
const chosen = (...positions: number[]) => positions.map((position) => ids[position]);

describe('GET /v1/review/charges (contract §8)', () => {
  it("all merchants' charges, newest first, as their merchants see them but for the payer's tax number", async () => {
    const answer = await viewer.client.get(PATH);
    expect(answer.body.pagination).toEqual({ page: 1, limit: 20, total: 4, totalPages: 1 });
    expect((answer.body.data as { id: string }[]).map(({ id }) => id)).toEqual([...ids].reverse());
    expect(answer.text).not.toContain(CPF);
    const own = (await fair.client.get(`/v1/charges/${ids[0] ?? ''}`)).body.data;
    expect(answer.body.data[3]).toEqual({
      ...own,
      customer: { ...own.customer, tax_id: '*******4725' },
      merchant_name: 'Feira',
      merchant_mode: 'test',
      submerchant_name: null,
      attention: null,
    });
    expect(answer.body.data[2]).toMatchObject({ submerchant_id: seller, submerchant_name: 'Ana Souza' });
    expect(answer.body.data[0]).toMatchObject({ merchant_id: market.id, merchant_name: 'Mercado' });
  });

  it('shows of a card what the merchant sees, and nothing of its token', async () => {
    const answer = await viewer.client.get(`${PATH}/${ids[3] ?? ''}`);
    const own = (await market.client.get(`/v1/charges/${ids[3] ?? ''}`)).body.data;
    expect(answer.body.data.payment_details).toEqual(own.payment_details);
    expect(answer.text).not.toContain('tok_');
  });

  it('names who gets a part of it: the merchant and its sellers', async () => {
    const recipients = async (position: number): Promise<unknown> =>
      (await viewer.client.get(`${PATH}/${ids[position] ?? ''}`)).body.data.recipients;
    expect(await recipients(1)).toEqual([{ recipient_id: seller, name: 'Ana Souza', is_merchant: false }]);
    expect(await recipients(2)).toEqual([{ recipient_id: fair.id, name: 'Feira', is_merchant: true }]);
  });

  it('search: id, external_id, name, e-mail and tax number, any part, whatever case and accents', async () => {
    expect(await found(`search=${ids[1] ?? ''}`)).toEqual(chosen(1));
    expect(await found(`search=${(ids[1] ?? '').slice(9).toUpperCase()}`)).toEqual(chosen(1));
    expect(await found('search=PEDIDO')).toEqual(chosen(3, 2, 0));
    expect(await found('search=edido-3')).toEqual(chosen(3));
    expect(await found('search=conceicao%20ara')).toEqual(chosen(0));
    expect(await found('search=CON%40exemplo')).toEqual(chosen(0));
    expect(await found(`search=${CPF}`)).toEqual(chosen(1, 0));
    expect(await found('search=ar')).toEqual(chosen(0));
  });

  it('search: % and _ are plain, and a term never matches across two fields', async () => {
    expect(await found('search=100%25')).toEqual(chosen(0));
    expect(await found('search=o_2')).toEqual(chosen(2));
    expect(await found('search=%25%25')).toEqual([]);
    expect(await found("search='%20OR%20true--")).toEqual([]);
    const across = await viewer.client.get(`${PATH}?search=100%25%0Aconceicao`);
    expect(outcome(across)).toEqual([422, 'VALIDATION_FAILED']);
  });

  it('filters: merchant_id, submerchant_id, status, payment_method, external_id, also together', async () => {
    expect(await found(`merchant_id=${market.id}`)).toEqual(chosen(3));
    expect(await found(`submerchant_id=${seller}`)).toEqual(chosen(1));
    expect(await found('status=failed')).toEqual(chosen(3));
    expect(await found('status=captured,failed')).toEqual(chosen(3, 2));
    expect(await found('payment_method=boleto')).toEqual(chosen(1));
    expect(await found('external_id=pedido_2')).toEqual(chosen(2));
    expect(await found(`merchant_id=${fair.id}&status=pending&payment_method=pix`)).toEqual(chosen(0));
    expect(await found(`merchant_id=${fair.id}&search=pedido`)).toEqual(chosen(2, 0));
    expect(await found(`merchant_id=${market.id}&submerchant_id=${seller}`)).toEqual([]);
    expect(await found(`merchant_id=${UNKNOWN}`)).toEqual([]);
  });

  it('date_from and date_to are inclusive days, of the time zone that was named', async () => {
    await service.dataSource.query(
      `UPDATE charges SET created_at = '2024-03-10T01:30:00Z', updated_at = '2024-03-10T01:30:00Z' WHERE id = $1`,
      [ids[0]],
    );
    expect(await found('date_from=2024-03-10&date_to=2024-03-10')).toEqual(chosen(0));
    expect(await found('date_to=2024-03-09')).toEqual([]);
    const day = 'date_from=2024-03-09&date_to=2024-03-09';
    expect(await found(`${day}&time_zone=America/Sao_Paulo`)).toEqual(chosen(0));
    const wrong = await viewer.client.get(`${PATH}?date_from=2024-03-10&date_to=2024-03-09`);
    expect(outcome(wrong)).toEqual([422, 'VALIDATION_FAILED']);
  });

  it('pages and walks see every charge once, with and without a search', async () => {
    for (const filter of ['', '&search=ped']) {
      const all = await found(`limit=100${filter}`);
      const paged = [...(await found(`limit=2${filter}`)), ...(await found(`limit=2&page=2${filter}`))];
      expect(paged).toEqual(all);
      expect(await found(`limit=2&page=1000000000${filter}`)).toEqual([]);
      const walked: string[] = [];
      for (let cursor: string | null = ''; cursor !== null;) {
        const { data, pagination } = (await viewer.client.get(`${PATH}?limit=1&cursor=${cursor}${filter}`))
          .body;
        expect(pagination.total).toBe(all.length);
        walked.push(...(data as { id: string }[]).map(({ id }) => id));
        cursor = pagination.next_cursor as string | null;
      }
      expect(walked).toEqual(all);
    }
  });

  it.each([
    'status=paid',
    'payment_method=cash',
    'merchant_id=nope',
    'submerchant_id=nope',
    'search=x',
    'search=a%00b',
    'page=0',
    'limit=1000',
    'cursor=nope',
    'cursor=&page=1',
    'order=amount',
  ])('?%s: 422', async (query) => {
    expect(outcome(await viewer.client.get(`${PATH}?${query}`))).toEqual([422, 'VALIDATION_FAILED']);
  });
});

describe('GET /v1/review/charges/{id}', () => {
  it('the charge with its refunds, its history and the calls to its provider, newest first', async () => {
    const charging = new Charging(fair.client);
    const { id } = await charging.create(cardBody('tok_approved', {}, { capture: false }));
    const at = `/v1/charges/${id as string}`;
    await charging.until(id as string, 'authorized');
    await fair.client.post(`${at}/capture`, { amount: 8_000 });
    const refunds = [
      (await fair.client.post(`${at}/refund`, { amount: 1_000, reason: 'troca' })).body.data,
      (await fair.client.post(`${at}/refund`)).body.data,
    ];
    const { data } = (await viewer.client.get(`${PATH}/${id as string}`)).body;
    expect(data).toMatchObject({ ...(await charging.read(id as string)), merchant_name: 'Feira' });
    expect(data.refunds).toEqual([refunds[1], refunds[0]]);
    expect(data.history.map(({ from, to }: { from: string | null; to: string }) => [from, to])).toEqual([
      ['partially_refunded', 'refunded'],
      ['captured', 'partially_refunded'],
      ['authorized', 'captured'],
      ['pending', 'authorized'],
      [null, 'pending'],
    ]);
    expect(data.history[0]).toEqual({
      at: expect.stringMatching(/Z$/),
      type: expect.any(String),
      from: 'partially_refunded',
      to: 'refunded',
      version: data.version,
    });
    const calls = data.provider_calls as { kind: string; amount: number; refund_id: string | null }[];
    expect(calls.map(({ kind, amount, refund_id }) => [kind, amount, refund_id])).toEqual([
      ['refund', 7_000, refunds[1].id],
      ['refund', 1_000, refunds[0].id],
      ['capture', 8_000, null],
      ['authorize', 10_000, null],
    ]);
    expect(calls[0]).toMatchObject({
      status: 'succeeded',
      attempts: 1,
      failure_code: null,
      next_attempt_at: null,
    });
    expect(data.left_out).toEqual({ refunds: 0, history: 0, provider_calls: 0, returned_payments: 0 });
  });

  it('of very many refunds the newest hundred, and how many are left out', async () => {
    const charging = new Charging(fair.client);
    const { id } = await charging.paidPix({ amount: 120 });
    for (let index = 0; index < 6; index += 1) {
      const answers = await Promise.all(
        Array.from({ length: 20 }, () =>
          fair.client.post(`/v1/charges/${id as string}/refund`, { amount: 1 }),
        ),
      );
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    }
    const { data } = (await viewer.client.get(`${PATH}/${id as string}`)).body;
    expect([data.refunds.length, data.provider_calls.length]).toEqual([100, 100]);
    expect(data.left_out).toMatchObject({ refunds: 20, provider_calls: 20 });
    expect(data).toMatchObject({ status: 'refunded', amount_refunded: 120 });
  });

  it('an unknown id, and what is no id: 404', async () => {
    for (const id of [UNKNOWN, 'nope', '%00'])
      expect(outcome(await viewer.client.get(`${PATH}/${id}`))).toEqual([404, 'NOT_FOUND']);
  });

  it('read-only: no role changes a charge here', async () => {
    const admin = await service.operator({ role: 'admin' });
    for (const method of ['POST', 'PATCH', 'DELETE', 'PUT'])
      expect((await admin.client.send(method, `${PATH}/${ids[0] ?? ''}`, undefined)).status).toBe(405);
    expect(outcome(await admin.client.post(`/v1/charges/${ids[0] ?? ''}/void`))).toEqual([403, 'FORBIDDEN']);
  });

  it("a merchant's keys do not open it: 403", async () => {
    expect(outcome(await fair.client.get(PATH))).toEqual([403, 'FORBIDDEN']);
    expect(outcome(await fair.client.get(`${PATH}/${ids[0] ?? ''}`))).toEqual([403, 'FORBIDDEN']);
  });
});
