import { startService, type TestMerchant, type TestService } from '../support';

const PATH = '/v1/postbacks/endpoints';
const UNKNOWN_ID = '01900000-0000-7000-8000-000000000000';
const body = (more: object = {}): object => ({
  url: 'https://8.8.8.8/hooks',
  events: ['charge.captured'],
  ...more,
});

describe('webhook endpoints', () => {
  let service: TestService;
  let merchant: TestMerchant;

  beforeAll(async () => {
    service = await startService();
  });
  beforeEach(async () => {
    merchant = await service.merchant();
  });
  afterAll(() => service.stop());

  const create = async (more: object = {}): Promise<{ id: string; secret: string }> => {
    const answer = await merchant.client.post(PATH, body(more));
    expect(answer.status).toBe(201);
    return answer.body.data as { id: string; secret: string };
  };

  describe('specification, Webhook endpoint', () => {
    it('POST /v1/postbacks/endpoints answers data with id, url, secret, events, status, created_at', async () => {
      const answer = await merchant.client.post(PATH, body());
      expect(answer.status).toBe(201);
      expect(answer.body.data).toEqual({
        id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
        url: 'https://8.8.8.8/hooks',
        secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
        events: ['charge.captured'],
        status: 'active',
        paused_reason: null,
        health: { failing_since: null, failed_attempts: 0, next_probe_at: null },
        previous_secret_expires_at: null,
        sign_with: 'new',
        version: 1,
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        updated_at: expect.any(String),
      });
    });

    it('a newly created endpoint has status active', async () => {
      const { id } = await create();
      expect((await merchant.client.get(`${PATH}/${id}`)).body.data.status).toBe('active');
    });

    it('secret: one per endpoint, returned in the creation response, never shown again', async () => {
      const [first, second] = [await create(), await create()];
      expect(first.secret).not.toBe(second.secret);
      const answers = [
        await merchant.client.get(PATH),
        await merchant.client.get(`${PATH}/${first.id}`),
        await merchant.client.patch(`${PATH}/${first.id}`, { events: ['*'] }),
      ];
      for (const { text } of answers) expect(text).not.toMatch(/whsec_|"secret"/);
    });

    it('secret: stored encrypted, bound to its row', async () => {
      const { id, secret } = await create();
      const rows = await service.dataSource.query<{ secret_box: string }[]>(
        'SELECT * FROM postback_endpoints WHERE id = $1',
        [id],
      );
      expect(JSON.stringify(rows)).not.toContain(secret.slice('whsec_'.length));
      expect(rows[0]?.secret_box).toMatch(/^t1\./);
    });

    it('active → paused with PATCH status paused; paused → active with PATCH status active', async () => {
      const { id } = await create();
      const paused = await merchant.client.patch(`${PATH}/${id}`, { status: 'paused' });
      expect(paused.status).toBe(200);
      expect(paused.body.data).toMatchObject({ status: 'paused', paused_reason: 'manual', version: 2 });
      const active = await merchant.client.patch(`${PATH}/${id}`, { status: 'active' });
      expect(active.body.data).toMatchObject({ status: 'active', paused_reason: null, version: 3 });
    });

    it('PATCH with another status is refused', async () => {
      const { id } = await create();
      const answer = await merchant.client.patch(`${PATH}/${id}`, { status: 'deleted' });
      expect([answer.status, answer.body.details[0].field]).toEqual([422, 'status']);
    });

    it.each([
      ['url', { url: 'https://1.1.1.1/other' }],
      ['events', { events: ['charge.refunded', 'charge.failed'] }],
    ])('PATCH with %s changes it', async (_field, change) => {
      const { id } = await create();
      const answer = await merchant.client.patch(`${PATH}/${id}`, change);
      expect([answer.status, answer.body.data]).toMatchObject([200, { ...change, version: 2 }]);
    });

    it('DELETE answers 204, and the endpoint is gone', async () => {
      const { id } = await create();
      const answer = await merchant.client.delete(`${PATH}/${id}`);
      expect([answer.status, answer.text]).toEqual([204, '']);
      expect((await merchant.client.get(`${PATH}/${id}`)).status).toBe(404);
      expect((await merchant.client.get(PATH)).body.pagination.total).toBe(0);
      expect((await merchant.client.delete(`${PATH}/${id}`)).status).toBe(404);
    });

    it('DELETE erases the secret', async () => {
      const { id } = await create();
      await merchant.client.delete(`${PATH}/${id}`);
      const rows = await service.dataSource.query<object[]>(
        'SELECT secret_box, previous_secret_box FROM postback_endpoints WHERE id = $1',
        [id],
      );
      expect(rows).toEqual([{ secret_box: null, previous_secret_box: null }]);
    });

    it('POST …/secret/regenerate gives a new secret and returns it once', async () => {
      const { id, secret } = await create();
      const answer = await merchant.client.post(`${PATH}/${id}/secret/regenerate`);
      expect(answer.status).toBe(200);
      expect(answer.body.data.secret).toMatch(/^whsec_/);
      expect(answer.body.data.secret).not.toBe(secret);
    });
  });

  describe('contract §7', () => {
    it('regenerate answers id, secret, previous_secret_expires_at; the overlap is 86,400 s by default', async () => {
      const { id } = await create();
      const { body: answer } = await merchant.client.post(`${PATH}/${id}/secret/regenerate`);
      expect(Object.keys(answer.data as object)).toEqual(['id', 'secret', 'previous_secret_expires_at']);
      const overlapMs = Date.parse(answer.data.previous_secret_expires_at as string) - Date.now();
      expect(Math.abs(overlapMs - 86_400_000)).toBeLessThan(10_000);
    });

    it('overlap_seconds 0 ends the old secret at once; outside 0…86400 is refused', async () => {
      const { id } = await create();
      const path = `${PATH}/${id}/secret/regenerate`;
      const now = await merchant.client.post(path, { overlap_seconds: 0 });
      expect(now.body.data.previous_secret_expires_at).toBeNull();
      for (const overlap_seconds of [-1, 86_401, 1.5, '60']) {
        expect((await merchant.client.post(path, { overlap_seconds })).status).toBe(422);
      }
    });

    it('in an idempotent replay the secret is null, for creation and regeneration', async () => {
      const headers = { 'idempotency-key': 'once' };
      const first = await merchant.client.post(PATH, body(), headers);
      const again = await merchant.client.post(PATH, body(), headers);
      expect(again.headers['idempotent-replayed']).toBe('true');
      expect(again.body.data).toEqual({ ...first.body.data, secret: null });
      const path = `${PATH}/${first.body.data.id as string}/secret/regenerate`;
      await merchant.client.post(path, undefined, headers);
      expect((await merchant.client.post(path, undefined, headers)).body.data.secret).toBeNull();
      const stored = await service.dataSource.query<object[]>('SELECT * FROM idempotency_records');
      expect(JSON.stringify(stored)).not.toContain('whsec_');
    });

    it('events takes kinds, prefixes and *, deduplicated', async () => {
      const events = ['charge.*', 'document.expired', '*', 'ping', 'charge.*'];
      const answer = await merchant.client.post(PATH, body({ events }));
      expect(answer.body.data.events).toEqual(['charge.*', 'document.expired', '*', 'ping']);
    });

    it('events: an unknown one gets UNKNOWN_EVENT with the nearest match', async () => {
      const answer = await merchant.client.post(PATH, body({ events: ['*', 'charge.capture', 'charges.*'] }));
      expect([answer.status, answer.body.error]).toEqual([422, 'UNKNOWN_EVENT']);
      expect(answer.body.details).toEqual([
        { field: 'events[1]', code: 'unknown_event', message: expect.stringContaining('charge.captured') },
        { field: 'events[2]', code: 'unknown_event', message: expect.stringContaining('charge.*') },
      ]);
      const { id } = await create();
      const patched = await merchant.client.patch(`${PATH}/${id}`, { events: ['nothing'] });
      expect([patched.status, patched.body.error]).toEqual([422, 'UNKNOWN_EVENT']);
    });

    it.each([[[]], [Array(51).fill('*')], ['charge.captured'], [[1]], [null], [undefined]])(
      'events: 1 to 50 texts, else 422 (%j)',
      async (events) => {
        const answer = await merchant.client.post(PATH, body({ events }));
        expect([answer.status, answer.body.error]).toEqual([422, 'VALIDATION_FAILED']);
      },
    );

    it('PATCH takes one or more of url, events, status; an empty object, null or an unknown field is refused', async () => {
      const { id } = await create();
      const change = { url: 'https://1.1.1.1/', events: ['*'], status: 'paused' };
      expect((await merchant.client.patch(`${PATH}/${id}`, change)).body.data).toMatchObject(change);
      for (const wrong of [
        {},
        { url: null },
        { events: null },
        { status: null },
        { secret: 'whsec_x' },
        { id },
      ]) {
        expect((await merchant.client.patch(`${PATH}/${id}`, wrong)).status).toBe(422);
      }
    });

    it('PATCH with equal values: 200, and nothing changes', async () => {
      const { id } = await create();
      const answer = await merchant.client.patch(`${PATH}/${id}`, { ...body(), status: 'active' });
      expect([answer.status, answer.body.data.version]).toEqual([200, 1]);
    });

    it('If-Match with another version: 409 STALE_VERSION', async () => {
      const { id } = await create();
      const stale = await merchant.client.patch(`${PATH}/${id}`, { events: ['*'] }, { 'if-match': '"2"' });
      expect([stale.status, stale.body.error]).toEqual([409, 'STALE_VERSION']);
      const right = await merchant.client.patch(`${PATH}/${id}`, { events: ['*'] }, { 'if-match': '"1"' });
      expect(right.status).toBe(200);
    });

    it('at most 20 endpoints per merchant, also when created at the same time; a deleted one makes room', async () => {
      const answers = await Promise.all(Array.from({ length: 30 }, () => merchant.client.post(PATH, body())));
      const refused = answers.filter(({ status }) => status === 422);
      expect(refused).toHaveLength(10);
      expect(new Set(refused.map((answer) => answer.body.error as string))).toEqual(
        new Set(['TOO_MANY_ENDPOINTS']),
      );
      expect((await merchant.client.get(PATH)).body.pagination.total).toBe(20);
      const made = answers.find(({ status }) => status === 201);
      await merchant.client.delete(`${PATH}/${made?.body.data.id as string}`);
      expect((await merchant.client.post(PATH, body())).status).toBe(201);
    });

    it('the list is newest first and takes page, limit, status, search and dates', async () => {
      const ids: string[] = [];
      for (const name of ['a', 'b', 'c'])
        ids.unshift((await create({ url: `https://8.8.8.8/${name}_x` })).id);
      await merchant.client.patch(`${PATH}/${ids[0] ?? ''}`, { status: 'paused' });
      const idsOf = async (query: string): Promise<string[]> =>
        ((await merchant.client.get(`${PATH}?${query}`)).body.data as { id: string }[]).map(({ id }) => id);
      expect(await idsOf('')).toEqual(ids);
      expect(await idsOf('page=2&limit=2')).toEqual([ids[2]]);
      expect(await idsOf('status=paused')).toEqual([ids[0]]);
      expect(await idsOf('search=B_X')).toEqual([ids[1]]);
      expect(await idsOf('date_to=2020-01-01')).toEqual([]);
      expect((await merchant.client.get(`${PATH}?status=broken`)).status).toBe(422);
    });

    it("another merchant's endpoint is not there", async () => {
      const { id } = await create();
      const other = (await service.merchant()).client;
      const answers = [
        await other.get(`${PATH}/${id}`),
        await other.patch(`${PATH}/${id}`, { status: 'paused' }),
        await other.delete(`${PATH}/${id}`),
        await other.post(`${PATH}/${id}/secret/regenerate`),
        await other.post(`${PATH}/${id}/ping`),
        await other.get(`${PATH}/${UNKNOWN_ID}`),
        await other.get(`${PATH}/not-a-uuid`),
      ];
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
      expect((await other.get(PATH)).body.data).toEqual([]);
    });

    it('a read key may look and not touch', async () => {
      const { id } = await create();
      const reader = await service.merchant({ scopes: ['read'] });
      expect((await reader.client.get(PATH)).status).toBe(200);
      expect((await reader.client.post(PATH, body())).status).toBe(403);
      expect((await reader.client.delete(`${PATH}/${id}`)).status).toBe(403);
    });
  });
});
