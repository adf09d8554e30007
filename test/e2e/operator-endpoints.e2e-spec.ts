import {
  eventually,
  PostbackBench,
  startService,
  type TestMerchant,
  type TestOperator,
  type TestService,
} from '../support';

const PATH = '/v1/review/endpoints';
const UNKNOWN = '01890000-0000-7000-8000-000000000000';
const day = (shift: number) => new Date(Date.now() + shift * 86_400_000).toISOString().slice(0, 10);
/** A period with today in it, whatever the moment. */
const AROUND_NOW = { date_from: day(-1), date_to: day(1) };

let service: TestService;
let viewer: TestOperator;
let reviewer: TestOperator;
let merchant: TestMerchant;
let bench: PostbackBench;

beforeAll(async () => {
  service = await startService({ worker: true, env: { POSTBACK_RETRY_WAITS: '0' } });
  viewer = await service.operator({ role: 'viewer' });
  reviewer = await service.operator({ role: 'reviewer' });
});
beforeEach(async () => {
  merchant = await service.merchant({ name: 'Feira' });
  bench = new PostbackBench(service, merchant);
});
afterEach(() => bench.close());
afterAll(() => service.stop());

const read = async (id: string) => (await viewer.client.get(`${PATH}/${id}`)).body.data;
const act = (id: string, what: string, body?: unknown, headers?: Record<string, string>) =>
  reviewer.client.post(`${PATH}/${id}/${what}`, body, headers);
const actionsOn = async (id: string) =>
  (
    await service.dataSource.query<{ action: string }[]>(
      'SELECT action FROM audit_entries WHERE target_id = $1 AND merchant_id = $2 AND actor_id = $3 ORDER BY sequence',
      [id, merchant.id, reviewer.id],
    )
  ).map(({ action }) => action);

describe('the endpoints of all merchants, for operators', () => {
  it('say whose they are and how their newest deliveries stand, without secrets', async () => {
    const shop = await bench.open((_received, index) => (index === 0 ? 200 : 500));
    const { id } = await bench.subscribe(shop.url);
    expect(await read(id)).toMatchObject({
      merchant_id: merchant.id,
      merchant_name: 'Feira',
      merchant_mode: 'test',
      url: shop.url,
      recent: { total: 0, success_rate: null },
    });
    await bench.happens();
    await bench.logged('delivered');
    await bench.happens();
    await bench.logged('exhausted', 'status=exhausted');
    await eventually(async () =>
      expect((await read(id)).recent).toEqual({
        total: 2,
        delivered: 1,
        waiting: 0,
        held: 0,
        failed: 1,
        success_rate: 0.5,
      }),
    );
    const { text, body } = await viewer.client.get(`${PATH}?merchant_id=${merchant.id}`);
    expect(body.data.map((one: { id: string }) => one.id)).toEqual([id]);
    expect(text).not.toContain('whsec_');
  });

  it('tax numbers in an address are masked, in the audit log too', async () => {
    const shop = await bench.open();
    const { id } = await bench.subscribe(`${shop.url}/cpf-52998224725`);
    const shown = `${shop.url}/cpf-*******4725`;
    expect((await read(id)).url).toBe(shown);
    const list = await viewer.client.get(`${PATH}?merchant_id=${merchant.id}`);
    expect(list.body.data).toMatchObject([{ url: shown }]);
    expect((await act(id, 'pause')).body.data.url).toBe(shown);
    expect((await act(id, 'activate')).body.data.url).toBe(shown);
    expect((await act(id, 'replay', AROUND_NOW)).status).toBe(202);
    const admin = await service.operator({ role: 'admin' });
    const log = await admin.client.get(`/v1/review/audit?merchant_id=${merchant.id}`);
    expect(log.text).toContain(shown);
    expect(log.text).not.toContain('52998224725');
    // Its merchant sees what it wrote.
    expect((await merchant.client.get(`/v1/postbacks/endpoints/${id}`)).body.data.url).toContain(
      '52998224725',
    );
  });

  it('are found by address, status and merchant; 404 for none, and for one that was deleted', async () => {
    const shop = await bench.open();
    const { id } = await bench.subscribe(shop.url);
    const found = async (query: string) =>
      (await viewer.client.get(`${PATH}?${query}`)).body.data.map((one: { id: string }) => one.id);
    expect(await found(`search=${encodeURIComponent(shop.url)}`)).toEqual([id]);
    expect(await found(`merchant_id=${merchant.id}&status=paused`)).toEqual([]);
    await merchant.client.delete(`/v1/postbacks/endpoints/${id}`);
    expect(await found(`merchant_id=${merchant.id}`)).toEqual([]);
    for (const gone of [id, UNKNOWN]) expect((await viewer.client.get(`${PATH}/${gone}`)).status).toBe(404);
  });

  it('are paused and activated; what is held is sent again in one go; each step is in the audit log', async () => {
    const shop = await bench.open();
    const { id } = await bench.subscribe(shop.url);
    const { version } = await read(id);
    expect((await act(id, 'pause', undefined, { 'if-match': `"${Number(version) + 1}"` })).status).toBe(409);
    const paused = await act(id, 'pause', undefined, { 'if-match': `"${version}"` });
    expect([paused.status, paused.body.data]).toMatchObject([
      200,
      { status: 'paused', paused_reason: 'manual' },
    ]);
    expect((await act(id, 'pause')).body.error).toBe('INVALID_STATE');
    await bench.happens();
    await bench.happens();
    await eventually(async () => expect((await read(id)).recent).toMatchObject({ total: 2, held: 2 }));
    expect((await act(id, 'replay', AROUND_NOW)).body.error).toBe('ENDPOINT_PAUSED');
    expect((await act(id, 'activate')).body.data).toMatchObject({ status: 'active', paused_reason: null });
    const dry = await act(id, 'replay', { ...AROUND_NOW, dry_run: true });
    expect([dry.status, dry.body.data]).toEqual([200, { matched: 2, queued: 0 }]);
    const replayed = await act(id, 'replay', AROUND_NOW);
    expect([replayed.status, replayed.body.data]).toEqual([202, { matched: 2, queued: 2 }]);
    await shop.wait(2);
    expect(await actionsOn(id)).toEqual(['endpoint.paused', 'endpoint.activated', 'endpoint.replayed']);
  });

  it('who only looks changes nothing', async () => {
    const shop = await bench.open();
    const { id } = await bench.subscribe(shop.url);
    for (const what of ['pause', 'activate', 'replay'])
      expect((await viewer.client.post(`${PATH}/${id}/${what}`, AROUND_NOW)).status).toBe(403);
    expect((await read(id)).status).toBe('active');
  });
});
