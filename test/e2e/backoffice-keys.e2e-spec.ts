import {
  type Answer,
  Client,
  eventually,
  onThisMachine,
  type SessionClient,
  startService,
  type TestMerchant,
  type TestOperator,
  type TestService,
} from '../support';

const UNKNOWN = '01890000-0000-7000-8000-000000000000';
const DAY_MS = 86_400_000;

interface Issued {
  readonly public_key: string;
  readonly secret_key: string;
  readonly scopes: string[];
  readonly expires_at: string | null;
}

let service: TestService;
let admin: TestOperator;
let session: SessionClient;
let merchant: TestMerchant;
let path: string;

beforeAll(async () => {
  service = await startService();
  admin = await service.operator({ role: 'admin' });
  session = await admin.logIn();
});
beforeEach(async () => {
  merchant = await service.merchant();
  path = `/v1/review/merchants/${merchant.id}/keys`;
});
afterAll(() => service.stop());

const outcome = ({ status, body }: Answer) => [status, body?.error];
const issue = async (body?: unknown) => (await session.post(path, body)).body.data as Issued;
const clientOf = ({ public_key: publicKey, secret_key: secretKey }: Issued) =>
  new Client(service.url, { publicKey, secretKey });
const audited = (publicKey: string) =>
  service.dataSource.query<{ action: string; actor_id: string }[]>(
    `SELECT action, actor_id FROM audit_entries WHERE target_id = $1 AND actor_kind = 'operator' ORDER BY sequence`,
    [publicKey],
  );

describe('POST /v1/review/merchants/{id}/keys (contract §8)', () => {
  it('answers 201 with the secret, every scope and no end; the pair works at once', async () => {
    const answer = await session.post(path);
    expect([answer.status, answer.body.data]).toEqual([
      201,
      {
        public_key: expect.stringMatching(/^pk_test_[0-9a-f]{32}$/),
        secret_key: expect.stringMatching(/^sk_test_.{43}$/),
        scopes: ['read', 'write', 'money'],
        created_at: expect.any(String),
        expires_at: null,
        revoked_at: null,
        last_used_at: null,
      },
    ]);
    const own = await clientOf(answer.body.data as Issued).get('/v1/merchant');
    expect([own.status, own.body.data.id]).toEqual([200, merchant.id]);
  });

  it('with scopes: a pair for reading reads and does not write', async () => {
    const reading = clientOf(await issue({ scopes: ['read', 'read'] }));
    expect((await reading.get('/v1/merchant')).body.data.scopes).toEqual(['read']);
    expect(outcome(await reading.post('/v1/submerchants', {}))).toEqual([403, 'FORBIDDEN']);
  });

  it('expires_in_days: the pair ends by itself', async () => {
    const issued = await issue({ expires_in_days: 30 });
    const days = (Date.parse(issued.expires_at ?? '') - Date.now()) / DAY_MS;
    expect([days > 29.99, days <= 30]).toEqual([true, true]);
    await service.dataSource.query('UPDATE api_keys SET expires_at = now() WHERE public_key = $1', [
      issued.public_key,
    ]);
    await eventually(async () => expect((await clientOf(issued).get('/v1/merchant')).status).toBe(401));
  });

  it('no two merchants have one public key, whoever writes the rows', async () => {
    const { public_key } = await issue();
    const other = await service.merchant();
    const copy = service.dataSource.query(
      `INSERT INTO api_keys (id, merchant_id, public_key, secret_mac, pepper_id, scopes, created_at)
       SELECT gen_random_uuid(), $2, public_key, secret_mac, pepper_id, scopes, now() FROM api_keys WHERE public_key = $1`,
      [public_key, other.id],
    );
    await expect(copy).rejects.toThrow(/violates/);
  });

  it('with an Idempotency-Key: one pair, and no secret in the replay nor in the database', async () => {
    const headers = { 'idempotency-key': 'one-pair' };
    const [first, second] = [await session.post(path, {}, headers), await session.post(path, {}, headers)];
    expect(second.body.data).toEqual({ ...first.body.data, secret_key: null });
    expect(second.headers['idempotent-replayed']).toBe('true');
    expect((await session.get(path)).body.pagination.total).toBe(2);
  });

  it('is audited once, with the operator as actor, without the secret', async () => {
    const { public_key: publicKey, secret_key: secretKey } = await issue();
    expect(await audited(publicKey)).toEqual([{ action: 'key.issued', actor_id: admin.id }]);
    const entries = await service.dataSource.query<{ text: string }[]>(
      'SELECT e::text AS text FROM audit_entries e WHERE target_id = $1',
      [publicKey],
    );
    expect(entries.filter(({ text }) => text.includes(secretKey.slice(8)))).toEqual([]);
  });

  it.each<[string, unknown]>([
    ['scopes', { scopes: [] }],
    ['scopes', { scopes: ['admin'] }],
    ['scopes', { scopes: ['read', 7] }],
    ['scopes', { scopes: [['read']] }],
    ['scopes', { scopes: 'read' }],
    ['expires_in_days', { expires_in_days: 0 }],
    ['expires_in_days', { expires_in_days: 3_651 }],
    ['expires_in_days', { expires_in_days: '30' }],
    ['secret_key', { secret_key: 'sk_test_mine' }],
  ])('a wrong %s: 422, and no pair', async (field, body) => {
    const answer = await session.post(path, body);
    expect([answer.status, answer.body.details?.[0]?.field]).toEqual([422, field]);
    expect((await session.get(path)).body.pagination.total).toBe(1);
  });
});

describe('GET /v1/review/merchants/{id}/keys', () => {
  it('lists the pairs, newest first, ended ones too, with their last use, never with a secret', async () => {
    const issued = await issue({ scopes: ['write'] });
    await session.delete(`${path}/${issued.public_key}`);
    await merchant.client.get('/v1/merchant');
    const answer = await eventually(async () => {
      const found = await session.get(path);
      expect(found.body.data[1].last_used_at).not.toBeNull();
      return found;
    });
    expect(answer.body.pagination).toEqual({ page: 1, limit: 20, total: 2, totalPages: 1 });
    expect(answer.body.data[0]).toEqual({
      public_key: issued.public_key,
      scopes: ['write'],
      created_at: expect.any(String),
      expires_at: null,
      revoked_at: expect.any(String),
      last_used_at: null,
    });
    expect(answer.body.data[1].public_key).toBe(merchant.publicKey);
    expect(answer.text).not.toMatch(/secret|sk_test|mac/);
  });

  it('page and limit; of an unknown merchant: 404', async () => {
    await issue();
    const { data, pagination } = (await session.get(`${path}?limit=1&page=2`)).body;
    expect([data[0].public_key, pagination.total]).toEqual([merchant.publicKey, 2]);
    expect(outcome(await session.get(`/v1/review/merchants/${UNKNOWN}/keys`))).toEqual([404, 'NOT_FOUND']);
  });
});

describe('DELETE /v1/review/merchants/{id}/keys/{public_key}', () => {
  it('ends the pair within a second, while it is being used', async () => {
    const issued = await issue();
    const client = clientOf(issued);
    let working = 0;
    const ended = Array.from({ length: 8 }, async () => {
      for (;;) {
        const began = Date.now();
        const { status } = await client.get('/v1/merchant');
        if (status === 200) working += 1;
        else return { status, began };
      }
    });
    await eventually(() => expect(working).toBeGreaterThan(8));
    expect((await session.delete(`${path}/${issued.public_key}`)).status).toBe(204);
    const revokedAt = Date.now();
    for (const { status, began } of await Promise.all(ended)) {
      expect(status).toBe(401);
      expect(began - revokedAt).toBeLessThanOrEqual(onThisMachine(1_000));
    }
    expect((await client.get('/v1/merchant')).status).toBe(401);
    expect((await merchant.client.get('/v1/merchant')).status).toBe(200);
  });

  it('again: 204, and nothing is changed nor audited twice, 10 times at once either', async () => {
    const { public_key: publicKey } = await issue();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => session.delete(`${path}/${publicKey}`)),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]));
    const { revoked_at: first } = (await session.get(path)).body.data[0];
    await session.delete(`${path}/${publicKey}`);
    expect((await session.get(path)).body.data[0].revoked_at).toBe(first);
    expect(await audited(publicKey)).toEqual([
      { action: 'key.issued', actor_id: admin.id },
      { action: 'key.revoked', actor_id: admin.id },
    ]);
  });

  it("another merchant's pair, an unknown one, and what is none: 404, and the pair lives", async () => {
    const other = await service.merchant();
    const wrong = [
      other.publicKey,
      `pk_test_${'0'.repeat(32)}`,
      'nope',
      '%00',
      admin.publicKey,
      '%F0%9F%8F%AA',
    ];
    for (const key of wrong)
      expect(outcome(await session.delete(`${path}/${key}`))).toEqual([404, 'NOT_FOUND']);
    expect((await other.client.get('/v1/merchant')).status).toBe(200);
    const elsewhere = `/v1/review/merchants/${UNKNOWN}/keys/${other.publicKey}`;
    expect(outcome(await session.delete(elsewhere))).toEqual([404, 'NOT_FOUND']);
  });
});

describe('who may', () => {
  it('viewers and reviewers read; only an admin issues and revokes', async () => {
    for (const role of ['viewer', 'reviewer'] as const) {
      const other = await (await service.operator({ role })).logIn();
      expect((await other.get(path)).status).toBe(200);
      expect(outcome(await other.post(path))).toEqual([403, 'FORBIDDEN']);
      expect(outcome(await other.delete(`${path}/${merchant.publicKey}`))).toEqual([403, 'FORBIDDEN']);
    }
    expect((await session.get(path)).body.pagination.total).toBe(1);
  });

  it('an operator’s key pair opens none of it, whatever its role: 403', async () => {
    expect(outcome(await admin.client.get(path))).toEqual([403, 'FORBIDDEN']);
    expect(outcome(await admin.client.post(path))).toEqual([403, 'FORBIDDEN']);
    expect(outcome(await admin.client.delete(`${path}/${merchant.publicKey}`))).toEqual([403, 'FORBIDDEN']);
    expect((await merchant.client.get('/v1/merchant')).status).toBe(200);
  });

  it('a foreign origin: 403', async () => {
    const foreign = { origin: 'https://evil.example' };
    expect(outcome(await session.post(path, {}, foreign))).toEqual([403, 'FORBIDDEN']);
    expect(outcome(await session.delete(`${path}/${merchant.publicKey}`, foreign))).toEqual([
      403,
      'FORBIDDEN',
    ]);
  });
});
