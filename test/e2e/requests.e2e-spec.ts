import { DeleteOldRequestsTask } from '../../src/requests/delete-old-requests.task';
import { RequestLogService } from '../../src/requests/request-log.service';
import {
  Client,
  eventually,
  type JsonBody,
  startService,
  type TestMerchant,
  type TestService,
  TimeMachine,
} from '../support';
import { pixBody } from '../support/charges';
import { startProcess } from '../support/process';

let machine: TimeMachine;
let app: TestService;
let merchant: TestMerchant;

beforeAll(async () => {
  machine = await TimeMachine.install();
  app = await startService({ worker: true });
});
beforeEach(async () => (merchant = await app.merchant()));
afterAll(() => app.stop());

const logged = async (query = ''): Promise<JsonBody> =>
  (await merchant.client.get(`/v1/requests${query}`)).body;

/** The log, once it holds what has this id. */
const found = (requestId: string): Promise<JsonBody> =>
  eventually(async () => {
    const { data } = await logged(`?search=${requestId}`);
    expect(data).toHaveLength(1);
    return data[0];
  });

describe('GET /v1/requests (contract §2)', () => {
  it('what was asked and how it ended, by the id that the answer carried', async () => {
    const made = await merchant.client.post('/v1/charges', pixBody(), { 'x-request-id': 'order-4711' });
    expect(made.status).toBe(201);
    expect(await found('order-4711')).toEqual({
      id: 'order-4711',
      at: expect.stringMatching(/Z$/),
      method: 'POST',
      route: '/v1/charges',
      status: 201,
      duration: expect.any(Number),
      error: null,
    });
    const refused = await merchant.client.post(`/v1/charges/${made.body.data.id}/refund`, {});
    expect(await found(refused.headers['x-request-id'] as string)).toMatchObject({
      route: '/v1/charges/{id}/refund',
      status: 409,
      error: 'INVALID_STATE',
    });
  });

  it.each<[string, () => Promise<{ headers: Record<string, unknown> }>, object]>([
    [
      'fields',
      () => merchant.client.post('/v1/charges', { amount: 'x' }),
      { status: 422, error: 'VALIDATION_FAILED' },
    ],
    [
      'no JSON',
      () => merchant.client.post('/v1/charges', '{'),
      { status: 400, error: 'MALFORMED_JSON', route: '/v1/charges' },
    ],
    [
      'no such path',
      () => merchant.client.get('/v1/nothing'),
      { status: 404, error: 'NOT_FOUND', route: 'unknown' },
    ],
    [
      'an operator’s door',
      () => merchant.client.get('/v1/review/stats'),
      { status: 403, error: 'FORBIDDEN', route: '/v1/review/stats' },
    ],
  ])('refused requests too: %s', async (_what, ask, expected) => {
    const { headers } = await ask();
    expect(await found(headers['x-request-id'] as string)).toMatchObject(expected);
  });

  it('newest first, a day is a day, part of an id finds it in any case, a cursor walks all of it', async () => {
    for (const id of ['Walk-a', 'Walk-b', 'Walk-c'])
      await merchant.client.get('/v1/merchant', { 'x-request-id': id });
    await eventually(async () =>
      expect((await logged('?search=walk-')).data.map(({ id }: JsonBody) => id)).toEqual([
        'Walk-c',
        'Walk-b',
        'Walk-a',
      ]),
    );
    const first = await logged('?search=walk-&limit=2&cursor=');
    const rest = await logged(`?search=walk-&limit=2&cursor=${first.pagination.next_cursor}`);
    expect([...first.data, ...rest.data].map(({ id }: JsonBody) => id)).toEqual([
      'Walk-c',
      'Walk-b',
      'Walk-a',
    ]);
    const day = machine.now().toISOString().slice(0, 10);
    expect((await logged(`?date_from=${day}`)).pagination.total).toBeGreaterThanOrEqual(3);
    expect((await logged('?date_to=2026-01-01')).pagination.total).toBe(0);
    expect((await merchant.client.get('/v1/requests?status=200')).status).toBe(422);
  });

  it('a merchant sees its own alone, and who is not known leaves nothing', async () => {
    const other = await app.merchant();
    const theirs = await other.client.get('/v1/merchant', { 'x-request-id': 'theirs-1' });
    expect(theirs.status).toBe(200);
    const wrong = new Client(app.url, { ...merchant, secretKey: 'sk_test_wrong' });
    expect((await wrong.get('/v1/merchant', { 'x-request-id': 'wrong-1' })).status).toBe(401);
    await merchant.client.get('/v1/merchant', { 'x-request-id': 'mine-1' });
    await found('mine-1');
    expect((await logged('?search=theirs-1')).data).toEqual([]);
    expect((await logged('?search=wrong-1')).data).toEqual([]);
  });

  it('nothing that was sent is kept but the id', async () => {
    const secret = 'segredo-9317';
    await merchant.client.get(`/v1/charges?search=${secret}&external_id=${secret}`);
    await merchant.client.get(`/v1/charges/${secret}`, { 'x-note': secret });
    await merchant.client.post('/v1/charges', pixBody({ description: secret }), { 'x-request-id': 'kept-1' });
    await found('kept-1');
    const rows = await app.dataSource.query<{ row: string }[]>(
      'SELECT r::text AS row FROM api_requests r WHERE merchant_id = $1',
      [merchant.id],
    );
    expect(rows.length).toBeGreaterThanOrEqual(3);
    expect(rows.filter(({ row }) => row.includes(secret))).toEqual([]);
  });

  it('a card number or a secret in an id is masked, as in every log', async () => {
    const headers = { 'x-request-id': 'pay-4111111111111111-sk_test_abcdefgh12345678' };
    expect((await merchant.client.get('/v1/merchant', headers)).status).toBe(200);
    await eventually(async () => {
      const ids = (await logged()).data.map(({ id }: JsonBody) => id);
      expect(ids.filter((id: string) => id.startsWith('pay-'))).toEqual(['pay-***-***']);
    });
  });

  it('a thousand at once are all there', async () => {
    const many = Array.from({ length: 1_000 }, (_, index) =>
      merchant.client.get('/v1/merchant', { 'x-request-id': `many-${index}` }),
    );
    await Promise.all(many);
    await eventually(async () =>
      expect((await logged('?search=many-&limit=1')).pagination.total).toBe(1_000),
    );
  });

  it('kept for 30 days', async () => {
    await merchant.client.get('/v1/merchant', { 'x-request-id': 'old-1' });
    await found('old-1');
    const task = app.worker!.get(DeleteOldRequestsTask, { strict: false });
    await machine.advance(29 * 86_400);
    await task.run();
    expect((await logged('?search=old-1')).data).toHaveLength(1);
    await machine.advance(2 * 86_400);
    await task.run();
    expect((await logged('?search=old-1')).data).toEqual([]);
  });

  it('a process that ends writes what it still has', async () => {
    const started = await startProcess(app, 'main');
    const client = started.client(merchant);
    await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        client.get('/v1/merchant', { 'x-request-id': `last-words-${index}` }),
      ),
    );
    expect(await started.end('SIGTERM')).toBe(0);
    expect((await logged('?search=last-words-&limit=1')).pagination.total).toBe(30);
  });

  it('a bound holds what waits for a database that is away, and what is dropped is counted', async () => {
    const log = app.api.get(RequestLogService, { strict: false });
    const one = {
      merchantId: merchant.id,
      at: new Date(),
      method: 'GET',
      route: '/v1/merchant',
      status: 200,
    };
    for (let count = 0; count < 20_010; count += 1)
      log.note({
        ...one,
        id: `01a20dd9-602f-7723-8dea-${String(count).padStart(12, '0')}`,
        requestId: 'flood',
        durationMs: 1,
        error: null,
      });
    const metrics = await app.anonymous.get('/metrics');
    const [, dropped] = /repasse_request_log_dropped_total (\d+)/.exec(metrics.text) ?? [];
    expect(Number(dropped)).toBeGreaterThanOrEqual(10);
    await eventually(async () =>
      expect((await logged('?search=flood&limit=1')).pagination.total).toBeGreaterThanOrEqual(19_990),
    );
  });
});
