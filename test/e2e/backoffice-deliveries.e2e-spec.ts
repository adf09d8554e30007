import {
  type Answer,
  CNPJ,
  CPF,
  emit,
  eventually,
  PostbackBench,
  startService,
  type TestMerchant,
  type TestOperator,
  type TestService,
  STARTED_ON,
  today,
} from '../support';

const PATH = '/v1/review/deliveries';
const UNKNOWN = '01890000-0000-7000-8000-000000000000';

interface Row {
  readonly id: string;
  readonly event_id: string;
  readonly resource_id: string;
  readonly endpoint_id: string;
  readonly status: string;
}

let service: TestService;
let viewer: TestOperator;
let merchant: TestMerchant;
let bench: PostbackBench;

beforeAll(async () => {
  service = await startService({ worker: true, env: { POSTBACK_RETRY_WAITS: '0' } });
  viewer = await service.operator({ role: 'viewer' });
});
beforeEach(async () => {
  merchant = await service.merchant({ name: 'Feira' });
  bench = new PostbackBench(service, merchant);
});
afterEach(() => bench.close());
afterAll(() => service.stop());

const outcome = ({ status, body }: Answer) => [status, body?.error];
const rows = async (query: string) => {
  const answer = await viewer.client.get(`${PATH}?${query}`);
  expect(answer.status).toBe(200);
  return answer.body.data as Row[];
};
const found = async (query: string) => (await rows(query)).map(({ id }) => id);
/** The deliveries of this test's merchant, newest first, once there are so many and all have ended. */
const logged = (count: number) =>
  eventually(async () => {
    const all = await rows(`merchant_id=${merchant.id}&limit=100`);
    expect(all.map(({ status }) => status)).toEqual(Array.from({ length: count }, () => 'delivered'));
    return all;
  });
describe('GET /v1/review/deliveries (contract §8)', () => {
  it("all merchants' deliveries, newest first, with whose they are and where they go", async () => {
    const shop = await bench.open();
    const { id: endpointId } = await bench.subscribe(shop.url);
    await bench.happens('charge.captured');
    await bench.happens('charge.refunded');
    const [newer, older] = await logged(2);
    const { data } = (await merchant.client.get('/v1/postbacks/delivery-logs')).body;
    expect(data.map(({ id }: Row) => id)).toEqual([newer?.id, older?.id]);
    expect(newer).toEqual({
      ...data[0],
      merchant_id: merchant.id,
      merchant_name: 'Feira',
      merchant_mode: 'test',
      endpoint_url: shop.url,
      endpoint_status: 'active',
      endpoint_health: { failing_since: null, failed_attempts: 0, next_probe_at: null },
    });
    const other = await service.merchant({ name: 'Mercado' });
    const elsewhere = new PostbackBench(service, other);
    await elsewhere.subscribe(shop.url);
    await elsewhere.happens();
    await eventually(async () =>
      expect(
        (await rows('limit=3')).map((row) => [row.id === newer?.id, row.endpoint_id === endpointId]),
      ).toEqual([
        [false, false],
        [true, true],
        [false, true],
      ]),
    );
  });

  it('search: the ids of delivery, event and resource, whole or by their beginning', async () => {
    await bench.subscribe((await bench.open()).url);
    const resource = 'feed0000-aaaa-7bbb-8ccc-000000000001';
    await emit(service, { merchantId: merchant.id, resourceId: resource });
    await bench.happens();
    const [, wanted] = await logged(2);
    const id = wanted?.id;
    expect(wanted?.resource_id).toBe(resource);
    for (const term of [
      id ?? '',
      wanted?.event_id ?? '',
      resource,
      resource.toUpperCase(),
      'feed0000',
      'feed0000-aa',
    ])
      expect(await found(`search=${term}&merchant_id=${merchant.id}`)).toEqual([id]);
    expect(await found(`search=${id ?? ''}`)).toEqual([id]);
    for (const term of [UNKNOWN, `${resource}0`, 'feed0000-', 'feed00001', 'feed000', 'aaaa-7bbb'])
      expect([term, await found(`search=${term}`)]).toEqual([term, term === 'feed0000-' ? [id] : []]);
  });

  it('search: any part of the endpoint’s URL, of deleted ones too; % and _ are plain', async () => {
    const shop = await bench.open();
    const marked = `${shop.url}/Ganchos_100%25/cafe`;
    const { id: endpointId } = await bench.subscribe(marked);
    await bench.subscribe((await bench.open()).url);
    await bench.happens();
    await logged(2);
    const [wanted] = await found(`endpoint_id=${endpointId}`);
    for (const term of ['ganchos_100', 'GANCHOS', '100%2525', 'ca', 'cafe'])
      expect([term, await found(`search=${term}&merchant_id=${merchant.id}`)]).toEqual([term, [wanted]]);
    for (const term of ['ganchos%25100', 'gancho__', '%25%25'])
      expect(await found(`search=${term}`)).toEqual([]);
    await merchant.client.delete(`/v1/postbacks/endpoints/${endpointId}`);
    expect(await rows('search=ganchos_100')).toMatchObject([{ id: wanted, endpoint_status: 'deleted' }]);
  });

  it('filters: merchant_id, endpoint_id, event, status and days, also together with a search', async () => {
    const [good, bad] = [await bench.open(), await bench.open(() => 500)];
    const { id: first } = await bench.subscribe(good.url, ['charge.captured']);
    await bench.subscribe(bad.url, ['charge.refunded']);
    const resource = await bench.happens('charge.captured');
    await bench.happens('charge.refunded');
    const mine = `merchant_id=${merchant.id}`;
    await eventually(async () => expect(await found(`${mine}&status=delivered,exhausted`)).toHaveLength(2));
    const [exhausted] = await found(`${mine}&status=exhausted`);
    const [delivered] = await found(`${mine}&status=delivered`);
    expect(await found(`endpoint_id=${first}`)).toEqual([delivered]);
    expect(await found(`${mine}&event=charge.refunded`)).toEqual([exhausted]);
    expect(await found(`search=${resource}&status=delivered`)).toEqual([delivered]);
    expect(await found(`search=${resource}&status=exhausted`)).toEqual([]);
    expect(await found(`search=${resource}&event=charge.refunded`)).toEqual([]);
    expect(await found(`${mine}&date_from=${STARTED_ON}&date_to=${today()}`)).toHaveLength(2);
    expect(await found(`${mine}&date_to=2020-01-01`)).toEqual([]);
    expect(await found(`merchant_id=${UNKNOWN}`)).toEqual([]);
  });

  it('pages and walks see every delivery once, with and without a search', async () => {
    const shop = await bench.open();
    await bench.subscribe(`${shop.url}/passeio`);
    await bench.happenMany(5);
    await logged(5);
    for (const filter of [`merchant_id=${merchant.id}`, `search=passeio&merchant_id=${merchant.id}`]) {
      const all = await found(filter);
      const pages = [1, 2, 3, 4].map((page) => found(`${filter}&limit=2&page=${page}`));
      expect((await Promise.all(pages)).flat()).toEqual(all);
      const walked: string[] = [];
      for (let cursor: string | null = ''; cursor !== null;) {
        const { data, pagination } = (await viewer.client.get(`${PATH}?${filter}&limit=2&cursor=${cursor}`))
          .body;
        expect(pagination.total).toBe(5);
        walked.push(...(data as Row[]).map(({ id }) => id));
        cursor = pagination.next_cursor as string | null;
      }
      expect(walked).toEqual(all);
    }
  });

  it.each([
    'status=sent',
    'event=charge.*',
    'merchant_id=nope',
    'endpoint_id=nope',
    'search=x',
    'search=a%00b',
    'page=0',
    'cursor=nope',
    'url=x',
  ])('?%s: 422', async (query) => {
    expect(outcome(await viewer.client.get(`${PATH}?${query}`))).toEqual([422, 'VALIDATION_FAILED']);
  });
});

describe('GET /v1/review/deliveries/{id}', () => {
  it('the delivery with its body and every attempt', async () => {
    const shop = await bench.open((_received, index) => (index === 0 ? 500 : 200));
    await bench.subscribe(shop.url);
    await bench.happens();
    const id = await bench.logged('exhausted');
    await merchant.client.post(`/v1/postbacks/delivery-logs/${id}/resend`);
    await bench.logged('delivered');
    const own = (await merchant.client.get(`/v1/postbacks/delivery-logs/${id}`)).body.data;
    const { data } = (await viewer.client.get(`${PATH}/${id}`)).body;
    expect(data).toEqual({
      ...own,
      merchant_id: merchant.id,
      merchant_name: 'Feira',
      merchant_mode: 'test',
      endpoint_url: shop.url,
      endpoint_status: 'active',
      endpoint_health: { failing_since: null, failed_attempts: 0, next_probe_at: null },
    });
    expect(
      data.attempts.map(({ number, status }: { number: number; status: number }) => [number, status]),
    ).toEqual([
      [1, 500],
      [2, 200],
    ]);
  });

  it('tax numbers are masked in the body, and where the receiver repeats them; the sent bytes are not', async () => {
    const shop = await bench.open((received) => (_, response) => {
      response.writeHead(200).end(`seen ${received.text}`);
    });
    await bench.subscribe(shop.url);
    const payload = {
      submerchant: {
        tax_id: CNPJ,
        partner: { document: CPF },
        note: `of ${CPF}`,
        address: { number: '120' },
      },
      document: { number: '123.456.789-09' },
    };
    await emit(service, { merchantId: merchant.id, payload });
    const id = await bench.logged('delivered');
    const answer = await viewer.client.get(`${PATH}/${id}`);
    for (const number of [CNPJ, CPF, '123.456.789-09', '12345678909'])
      expect(answer.text).not.toContain(number);
    const body = JSON.parse(answer.body.data.request_body as string);
    expect(body).toMatchObject({
      submerchant: {
        tax_id: '**********0181',
        partner: { document: '*******4725' },
        note: 'of *******4725',
        address: { number: '120' },
      },
      document: { number: '*******8909' },
    });
    expect(answer.body.data.attempts[0].body).toContain('**********0181');
    expect(shop.received[0]?.text).toContain(CNPJ);
  });

  it('in what the receiver says in headers, in the address and with punctuation they are masked too', async () => {
    const shop = await bench.open(({ body, path }) => (_, response) => {
      const cpf = (body.submerchant?.tax_id ?? '') as string;
      const grouped = cpf.replace(/^(...)(...)(...)/, '$1.$2.$3-');
      response
        .writeHead(200, { 'x-echo': `cpf ${cpf}`, location: `${path.toLowerCase()}&of=${grouped}` })
        .end();
    });
    const { id: endpointId } = await bench.subscribe(`${shop.url}?owner=12ABC34501DE35`);
    await emit(service, { merchantId: merchant.id, payload: { submerchant: { tax_id: CPF } } });
    const id = await bench.logged('delivered');
    expect((await merchant.client.post(`/v1/postbacks/endpoints/${endpointId}/ping`)).status).toBe(202);
    const answers = await eventually(async () => {
      const list = await viewer.client.get(`${PATH}?merchant_id=${merchant.id}&status=delivered`);
      expect(list.body.data).toHaveLength(2);
      const details = (list.body.data as Row[]).map((row) => viewer.client.get(`${PATH}/${row.id}`));
      return [list, ...(await Promise.all(details))];
    });
    for (const { text } of answers) expect(text).not.toMatch(/52998224725|529\.982\.247-25|12abc34501de35/i);
    const { data } = answers.find(({ body }) => body.data.id === id)!.body;
    expect(data.endpoint_url).toBe(`${shop.url}?owner=**********DE35`);
    expect(data.attempts[0].headers).toMatchObject({
      'x-echo': 'cpf *******4725',
      location: '/hooks?owner=**********DE35&of=*******4725',
    });
  });

  it('an unknown id, and what is no id: 404', async () => {
    for (const id of [UNKNOWN, 'nope', '%00'])
      expect(outcome(await viewer.client.get(`${PATH}/${id}`))).toEqual([404, 'NOT_FOUND']);
  });
});
