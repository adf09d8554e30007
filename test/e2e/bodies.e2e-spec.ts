import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { request } from 'undici';
import { basic, useService, type TestMerchant } from '../support';

const SELLER = {
  legal_name: 'Rosa Lima',
  entity_type: 'pf',
  tax_id: '52998224725',
  email: 'rosa@example.com',
};

describe('what bad input gets (contract §1)', () => {
  const service = useService();
  let merchant: TestMerchant;

  beforeAll(async () => {
    merchant = await service.merchant();
  });

  const post = (body: unknown, headers: Record<string, string> = {}) =>
    merchant.client.post('/v1/submerchants', body, headers);
  const count = async () =>
    (await merchant.client.get('/v1/submerchants?limit=1')).body.pagination.total as number;

  it.each([
    ['cut off', '{"legal_name":"Rosa'],
    ['no JSON', 'legal_name=Rosa'],
    ['a trailing comma', '{"a":1,}'],
    ['bytes that are no UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
  ])('malformed JSON gets 400: %s', async (_what, body) => {
    const answer = await post(body);
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({
      success: false,
      message: expect.any(String),
      error: 'MALFORMED_JSON',
      request_id: answer.headers['x-request-id'],
    });
    expect(answer.headers['x-ratelimit-limit']).toBeDefined();
  });

  it('a body above 256 KiB gets 413, one of 256 KiB does not', async () => {
    const tooLarge = await post(JSON.stringify({ ...SELLER, trade_name: 'x'.repeat(256 * 1024) }));
    expect([tooLarge.status, tooLarge.body.error]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
    const shell = JSON.stringify({ ...SELLER, trade_name: '' });
    const fits = await post(JSON.stringify({ ...SELLER, trade_name: 'x'.repeat(256 * 1024 - shell.length) }));
    expect(fits.status).toBe(422);
    expect(fits.body.details).toEqual([expect.objectContaining({ field: 'trade_name', code: 'too_long' })]);
  });

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/xml',
    'multipart/form-data; boundary=x',
  ])('a body of another media type gets 415: %s', async (type) => {
    const answer = await post(JSON.stringify(SELLER), { 'content-type': type });
    expect([answer.status, answer.body.error]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
  });

  it.each([
    ['content-encoding', 'gzip'],
    ['content-type', 'application/json; charset=utf-16'],
  ])('a body with %s %s gets 415', async (name, value) => {
    expect((await post(JSON.stringify(SELLER), { [name]: value })).status).toBe(415);
  });

  it('without credentials a broken body still gets 401', async () => {
    const answer = await service.anonymous.post('/v1/submerchants', '{broken');
    expect(answer.status).toBe(401);
  });

  it.each([
    ['a string', '"x"'],
    ['a number', '1'],
    ['null', 'null'],
    ['an array', '[]'],
  ])('%s in place of the object gets 422, also where every field is optional', async (_what, body) => {
    const allOptional = await merchant.client.post('/v1/withdrawals', body, {
      'idempotency-key': randomUUID(),
    });
    for (const answer of [await post(body), allOptional]) {
      expect([answer.status, answer.body.error]).toEqual([422, 'VALIDATION_FAILED']);
      expect(answer.body.details).toEqual([
        { field: '', code: 'invalid_type', message: 'the body must be a JSON object' },
      ]);
    }
  });

  it('every wrong field is named at once, no value is repeated, nothing is created', async () => {
    const before = await count();
    const answer = await post({
      entity_type: 'xx',
      tax_id: 12,
      email: 'secret-value',
      colour: 'vermelho',
      cnaes: [{ code: 1 }, 'x'],
    });
    expect(answer.status).toBe(422);
    expect(answer.body.error).toBe('VALIDATION_FAILED');
    const fields = answer.body.details.map(({ field }: { field: string }) => field);
    for (const field of ['entity_type', 'legal_name', 'tax_id', 'email', 'colour', 'cnaes[1]'])
      expect(fields).toContain(field);
    expect(answer.text).not.toMatch(/secret-value|vermelho|"xx"/);
    expect(await count()).toBe(before);
  });

  it.each([
    ['NUL', '{"legal_name":"a\\u0000b","tax_id":"52998224725","email":"a@b.io","entity_type":"pf"}'],
    [
      'a lone surrogate',
      '{"legal_name":"a\\ud800b","tax_id":"52998224725","email":"a@b.io","entity_type":"pf"}',
    ],
    [
      'a control character',
      '{"legal_name":"a\\u0008b","tax_id":"52998224725","email":"a@b.io","entity_type":"pf"}',
    ],
  ])('%s in a text gets 422', async (_what, body) => {
    const answer = await post(body);
    expect(answer.status).toBe(422);
    expect(answer.body.details).toEqual([
      { field: 'legal_name', code: 'invalid_characters', message: expect.any(String) },
    ]);
  });

  it.each(['%00', '..%2f..', "'; DROP TABLE submerchants; --", '1e9', 'null', '%ff', 'x'.repeat(3_000)])(
    'an id that is none gets 404: %s',
    async (id) => {
      const answer = await merchant.client.get(`/v1/submerchants/${encodeURI(id).replace(/%25/g, '%')}`);
      expect(answer.status).toBe(404);
      expect(answer.body.error).toBe('NOT_FOUND');
    },
  );

  it("another merchant's id and an unknown id get the same 404", async () => {
    const other = await service.merchant();
    const { id } = (await post(SELLER)).body.data;
    const [foreign, unknown] = await Promise.all([
      other.client.get(`/v1/submerchants/${id}`, { 'x-request-id': 'same' }),
      other.client.get(`/v1/submerchants/${randomUUID()}`, { 'x-request-id': 'same' }),
    ]);
    expect(foreign.status).toBe(404);
    expect(foreign.text).toBe(unknown.text);
  });

  it('a foreign Origin, or Sec-Fetch-Site from elsewhere, gets 403 and changes nothing', async () => {
    const before = await count();
    const answers = await Promise.all([
      post(SELLER, { origin: 'https://evil.example' }),
      post(SELLER, { origin: 'null' }),
      post(SELLER, { 'sec-fetch-site': 'cross-site' }),
      post(SELLER, { 'sec-fetch-site': 'same-site' }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
    expect(await count()).toBe(before);
    expect(
      (await post(SELLER, { origin: 'http://repasse.test', 'sec-fetch-site': 'same-origin' })).status,
    ).toBe(201);
  });

  it('a key pair without the scope write reads and gets 403 for a change; without read the other way', async () => {
    const reader = await service.merchant({ scopes: ['read'] });
    const writer = await service.merchant({ scopes: ['write'] });
    expect((await reader.client.get('/v1/submerchants')).status).toBe(200);
    expect((await reader.client.post('/v1/submerchants', SELLER)).body.error).toBe('FORBIDDEN');
    expect((await writer.client.get('/v1/submerchants')).status).toBe(403);
    expect((await writer.client.post('/v1/submerchants', SELLER)).status).toBe(201);
  });

  it('a chunked body without Content-Length is read like any other', async () => {
    async function* chunks() {
      const text = JSON.stringify(SELLER);
      yield await Promise.resolve(Buffer.from(text.slice(0, 20)));
      yield Buffer.from(text.slice(20));
    }
    const answer = await request(`${service.url}/v1/submerchants`, {
      method: 'POST',
      headers: { authorization: basic(merchant), 'content-type': 'application/json' },
      body: Readable.from(chunks()),
    });
    await answer.body.text();
    expect(answer.statusCode).toBe(201);
  });
});
