import { type Answer, Client, CNPJ, Onboarding, useService, type TestOperator } from '../support';

const PATH = '/v1/review/merchants';
const UNKNOWN = '01890000-0000-7000-8000-000000000000';

const service = useService();
let viewer: TestOperator;
let reviewer: TestOperator;
let admin: TestOperator;
/** What answers a secret key opens with a session alone. */
let session: Client;

beforeAll(async () => {
  viewer = await service.operator({ role: 'viewer' });
  reviewer = await service.operator({ role: 'reviewer' });
  admin = await service.operator({ role: 'admin' });
  session = await admin.logIn();
});

const listed = async (query: string) =>
  ((await viewer.client.get(`${PATH}?${query}`)).body.data as { id: string }[]).map(({ id }) => id);
const outcome = ({ status, body }: Answer) => [status, body?.error];
/** The audit entries about one merchant, oldest first. */
const audited = (merchantId: string) =>
  service.dataSource.query<{ action: string; actor_id: string | null; target_id: string }[]>(
    'SELECT action, actor_id, target_id FROM audit_entries WHERE merchant_id = $1 ORDER BY sequence',
    [merchantId],
  );

describe('POST /v1/review/merchants (contract §8)', () => {
  it('answers 201 with the first key pair, which works at once; mode defaults to test', async () => {
    const answer = await session.post(PATH, { name: '  Feira da Praça  ' });
    expect([answer.status, answer.body.data]).toEqual([
      201,
      {
        id: expect.any(String),
        name: 'Feira da Praça',
        mode: 'test',
        submerchants: 0,
        active_keys: 1,
        created_at: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
        public_key: expect.stringMatching(/^pk_test_[0-9a-f]{32}$/),
        secret_key: expect.stringMatching(/^sk_test_.{43}$/),
      },
    ]);
    const { id, public_key: publicKey, secret_key: secretKey } = answer.body.data;
    const own = await new Client(service.url, { publicKey, secretKey }).get('/v1/merchant');
    expect(own.body.data).toMatchObject({ id, name: 'Feira da Praça', scopes: ['read', 'write', 'money'] });
  });

  it('makes a live merchant with live keys', async () => {
    const { data } = (await session.post(PATH, { name: 'Ao vivo', mode: 'live' })).body;
    expect([data.mode, data.public_key]).toEqual(['live', expect.stringMatching(/^pk_live_/)]);
  });

  it('with an Idempotency-Key: one merchant, and no secret in the replay', async () => {
    const headers = { 'idempotency-key': 'open-a-shop' };
    const [first, second] = [
      await session.post(PATH, { name: 'Uma vez' }, headers),
      await session.post(PATH, { name: 'Uma vez' }, headers),
    ];
    expect(second.headers['idempotent-replayed']).toBe('true');
    expect(second.body.data).toEqual({ ...first.body.data, secret_key: null });
    expect(await listed('search=uma%20vez')).toEqual([first.body.data.id]);
    const other = await session.post(PATH, { name: 'Duas vezes' }, headers);
    expect(outcome(other)).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
    const stored = await service.dataSource.query<{ body: string | null }[]>(
      'SELECT response_body AS body FROM idempotency_records WHERE response_body LIKE $1',
      [`%${String(first.body.data.secret_key)}%`],
    );
    expect(stored).toEqual([]);
  });

  it('30 at the same moment under one key make one merchant', async () => {
    const answers = await Promise.all(
      Array.from({ length: 30 }, () =>
        session.post(PATH, { name: 'Corrida' }, { 'idempotency-key': 'race' }),
      ),
    );
    expect(await listed('search=corrida')).toHaveLength(1);
    expect(answers.filter(({ body }) => typeof body.data?.secret_key === 'string')).toHaveLength(1);
    for (const { status } of answers) expect([201, 409]).toContain(status);
  });

  it('is audited once for the merchant and once for its key, with the operator as actor', async () => {
    const { id, public_key: publicKey } = (await session.post(PATH, { name: 'Vigiada' })).body.data;
    expect(await audited(id as string)).toEqual([
      { action: 'merchant.created', actor_id: admin.id, target_id: id },
      { action: 'key.issued', actor_id: admin.id, target_id: publicKey },
    ]);
  });

  it('needs the role admin: 403 for viewers and reviewers, and nothing is made', async () => {
    for (const { client } of [viewer, reviewer])
      expect(outcome(await client.post(PATH, { name: 'Proibida' }))).toEqual([403, 'FORBIDDEN']);
    for (const logIn of [viewer, reviewer].map(({ logIn }) => logIn))
      expect(outcome(await (await logIn()).post(PATH, { name: 'Proibida' }))).toEqual([403, 'FORBIDDEN']);
    expect(await listed('search=proibida')).toEqual([]);
  });

  it("needs a session: not even an administrator's key pair gets live keys, and nothing is made", async () => {
    const answer = await admin.client.post(PATH, { name: 'Por chave', mode: 'live' });
    expect([...outcome(answer), answer.text.includes('sk_')]).toEqual([403, 'FORBIDDEN', false]);
    expect(await listed('search=por%20chave')).toEqual([]);
  });

  it.each<[string, unknown]>([
    ['name', {}],
    ['name', { name: '   ' }],
    ['name', { name: 'x'.repeat(201) }],
    ['name', { name: 'a\u0000b' }],
    ['name', { name: 'a\nb' }],
    ['name', { name: '\ud800' }],
    ['name', { name: 7 }],
    ['name', { name: ['x'] }],
    ['mode', { name: 'x', mode: 'prod' }],
    ['limits', { name: 'x', limits: {} }],
    ['__proto__', JSON.parse('{"name":"x","__proto__":{"mode":"live"}}')],
  ])('a wrong %s: 422', async (field, body) => {
    const answer = await session.post(PATH, body);
    expect([answer.status, answer.body.details?.[0]?.field]).toEqual([422, field]);
  });

  it('a name of 200 characters, of any alphabet, is taken', async () => {
    const name = '🏪'.repeat(200);
    expect((await session.post(PATH, { name })).body.data.name).toBe(name);
  });
});

describe('GET /v1/review/merchants', () => {
  it('newest first, with page and limit, and how many submerchants and keys each has', async () => {
    const [older, newer] = [
      await service.merchant({ name: 'Banca A' }),
      await service.merchant({ name: 'Banca B' }),
    ];
    await new Onboarding(older.client).person();
    await new Onboarding(older.client).company();
    expect(await listed('search=banca')).toEqual([newer.id, older.id]);
    expect(await listed('search=banca&limit=1&page=2')).toEqual([older.id]);
    const { data, pagination } = (await viewer.client.get(`${PATH}?search=banca&limit=1&page=2`)).body;
    expect(pagination).toEqual({ page: 2, limit: 1, total: 2, totalPages: 2 });
    expect(data[0]).toEqual({
      id: older.id,
      name: 'Banca A',
      mode: 'test',
      submerchants: 2,
      active_keys: 1,
      created_at: expect.any(String),
    });
    expect((await viewer.client.get(`${PATH}/${older.id}`)).body.data).toEqual(data[0]);
  });

  it('search: any part of the name or the id, whatever case and accents; % and _ are plain', async () => {
    const { id } = await service.merchant({ name: 'São João 100%_Orgânico' });
    for (const term of ['SAO JOAO', 'organico', '100%25_', id, id.slice(0, 13)])
      expect(await listed(`search=${encodeURIComponent(decodeURIComponent(term))}`)).toContain(id);
    for (const term of ['%25%25', '__', 'jo_o']) expect(await listed(`search=${term}`)).not.toContain(id);
  });

  it('mode', async () => {
    const live = await service.merchant({ name: 'Modo vivo', mode: 'live' });
    const test = await service.merchant({ name: 'Modo teste' });
    expect(await listed('search=modo&mode=live')).toEqual([live.id]);
    expect(await listed('search=modo&mode=test')).toEqual([test.id]);
  });

  it('a walk by cursor sees every merchant once, also those of one moment', async () => {
    const ids: string[] = [];
    for (let index = 0; index < 5; index += 1)
      ids.push((await service.merchant({ name: `Passeio ${index}` })).id);
    await service.dataSource.query('UPDATE merchants SET created_at = now() WHERE id = ANY($1)', [ids]);
    const walked: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const { data, pagination } = (
        await viewer.client.get(`${PATH}?search=passeio&limit=2&cursor=${cursor}`)
      ).body;
      expect(pagination.total).toBe(5);
      walked.push(...(data as { id: string }[]).map(({ id }) => id));
      cursor = pagination.next_cursor as string | null;
    }
    expect(walked).toEqual([...ids].sort().reverse());
  });

  it.each([
    'mode=prod',
    'search=x',
    'page=0',
    'limit=101',
    'status=active',
    'mode=test&mode=live',
    'cursor=x',
  ])('?%s: 422', async (query) => {
    expect(outcome(await viewer.client.get(`${PATH}?${query}`))).toEqual([422, 'VALIDATION_FAILED']);
  });

  it('an unknown id, and what is no id: 404 with the same body', async () => {
    const bodies = [];
    for (const id of [UNKNOWN, 'nope', '%00', "1'%20OR%201=1"]) {
      const { status, body } = await viewer.client.get(`${PATH}/${id}`);
      bodies.push({ status, ...body, request_id: null });
    }
    expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1);
    expect(bodies[0]).toMatchObject({ status: 404, error: 'NOT_FOUND' });
  });

  it("a merchant's keys do not open it: 403; without credentials 401", async () => {
    const merchant = await service.merchant();
    expect(outcome(await merchant.client.get(PATH))).toEqual([403, 'FORBIDDEN']);
    expect(outcome(await service.anonymous.get(PATH))).toEqual([401, 'UNAUTHORIZED']);
  });
});

describe('GET /v1/review/merchants/{id}/submerchants', () => {
  it("the merchant's submerchants in any status, newest first, tax numbers masked, ids those of the cases", async () => {
    const merchant = await service.merchant();
    const onboarding = new Onboarding(merchant.client);
    const [company, person] = [await onboarding.company(), await onboarding.activePerson()];
    await new Onboarding((await service.merchant()).client).person();
    const answer = await viewer.client.get(`${PATH}/${merchant.id}/submerchants`);
    expect(answer.body.pagination.total).toBe(2);
    expect(answer.text).not.toContain(CNPJ);
    const record = await onboarding.read(company);
    expect(answer.body.data.map(({ id, status }: { id: string; status: string }) => [id, status])).toEqual([
      [person, 'active'],
      [company, 'pending'],
    ]);
    expect(answer.body.data[1]).toEqual({
      id: company,
      entity_type: 'pj',
      status: 'pending',
      trade_name: record.trade_name,
      legal_name: record.legal_name,
      tax_id: '**********0181',
      email: record.email,
      mcc: record.mcc,
      submitted_at: null,
      reviewed_at: null,
      activated_at: null,
      created_at: record.created_at,
      updated_at: record.updated_at,
    });
    expect((await viewer.client.get(`/v1/review/submerchants/${person}`)).status).toBe(200);
  });

  it('filters by status, entity_type and search, the tax number too', async () => {
    const merchant = await service.merchant();
    const onboarding = new Onboarding(merchant.client);
    const company = await onboarding.company();
    const person = await onboarding.activePerson();
    const found = async (query: string) =>
      (
        (await viewer.client.get(`${PATH}/${merchant.id}/submerchants?${query}`)).body.data as {
          id: string;
        }[]
      ).map(({ id }) => id);
    expect(await found('status=active')).toEqual([person]);
    expect(await found('status=pending,rejected')).toEqual([company]);
    expect(await found('entity_type=pj')).toEqual([company]);
    expect(await found(`search=${CNPJ}`)).toEqual([company]);
    expect(await found('search=%25%25')).toEqual([]);
    const wrong = await viewer.client.get(`${PATH}/${merchant.id}/submerchants?status=nope`);
    expect(outcome(wrong)).toEqual([422, 'VALIDATION_FAILED']);
  });

  it('of an unknown merchant: 404', async () => {
    expect(outcome(await viewer.client.get(`${PATH}/${UNKNOWN}/submerchants`))).toEqual([404, 'NOT_FOUND']);
  });
});
