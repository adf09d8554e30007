import type { Server } from 'node:http';
import { connect } from 'node:net';
import { basic, Client, useService, type TestMerchant } from '../support';

describe('conventions of every endpoint (contract §1–§3)', () => {
  const service = useService();
  let merchant: TestMerchant;

  beforeAll(async () => {
    merchant = await service.merchant();
  });

  const failure = (error: string) =>
    expect.objectContaining({
      success: false,
      error,
      message: expect.any(String),
      request_id: expect.any(String),
    });

  describe('authentication (specification, Authentication)', () => {
    it('1. HTTP Basic with the public key and the secret key', async () => {
      const answer = await merchant.client.get('/v1/merchant');
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({
        success: true,
        message: expect.any(String),
        data: {
          id: merchant.id,
          name: 'Feira Livre',
          mode: 'test',
          scopes: ['read', 'write', 'money'],
          limits: { transactions: 1_000_000, queries: 1_000_000, default: 1_000_000 },
        },
      });
    });

    it.each([
      ['none', undefined],
      ['another scheme', 'Bearer abc'],
      ['no Base64', 'Basic !!!'],
      ['an empty value', 'Basic '],
      ['no colon', `Basic ${Buffer.from('pk_test_abc').toString('base64')}`],
      ['no public key', `Basic ${Buffer.from(':secret').toString('base64')}`],
      ['bytes that are no UTF-8', `Basic ${Buffer.from([0xff, 0xfe, 0x3a, 0xff]).toString('base64')}`],
      ['an unknown public key', basic({ publicKey: `pk_test_${'0'.repeat(32)}`, secretKey: 'sk_test_x' })],
      ['a very long one', `Basic ${'a'.repeat(4_000)}`],
    ])('wrong credentials get 401: %s', async (_what, authorization) => {
      const answer = await service.anonymous.get(
        '/v1/merchant',
        authorization === undefined ? {} : { authorization },
      );
      expect(answer.status).toBe(401);
      expect(answer.body).toEqual(failure('UNAUTHORIZED'));
      expect(answer.headers['www-authenticate']).toMatch(/^Basic realm="/);
    });

    it('a right public key with a wrong secret gets 401', async () => {
      const client = new Client(service.url, {
        publicKey: merchant.publicKey,
        secretKey: `${merchant.secretKey}x`,
      });
      expect((await client.get('/v1/merchant')).status).toBe(401);
    });

    it('operators open /v1/review alone, merchants everything else: the wrong kind gets 403', async () => {
      const operator = await service.operator();
      const answer = await operator.client.get('/v1/merchant');
      expect(answer.status).toBe(403);
      expect(answer.body).toEqual(failure('FORBIDDEN'));
    });

    it('under /v1/review the challenge is the session, unless the request used Basic', async () => {
      const without = await service.anonymous.post(
        '/v1/review/submerchants/0190a0b1-7c11-7000-8000-123456789012/approve',
      );
      expect(without.headers['www-authenticate'] ?? '').toBe(
        without.status === 401 ? 'Session realm="review"' : '',
      );
    });
  });

  describe('unknown routes and methods', () => {
    it('an unknown path gets 404 in the failure envelope', async () => {
      const answer = await merchant.client.get('/v1/nothing-here');
      expect(answer.status).toBe(404);
      expect(answer.body).toEqual(failure('NOT_FOUND'));
    });

    it('a known path with another method gets 405 with Allow', async () => {
      const answer = await merchant.client.delete('/v1/merchant');
      expect(answer.status).toBe(405);
      expect(answer.body).toEqual(failure('METHOD_NOT_ALLOWED'));
      expect(answer.headers['allow']).toBe('GET, HEAD');
    });

    it('a path that does not decode is no 5xx', async () => {
      const answer = await merchant.client.get('/v1/%E0%A4%A');
      expect(answer.status).toBe(404);
      expect(answer.body).toEqual(failure('NOT_FOUND'));
    });

    it('an unknown query parameter is refused also where none is taken', async () => {
      const answer = await merchant.client.get('/v1/merchant?verbose=1');
      expect(answer.status).toBe(422);
      expect(answer.body.details).toEqual([
        { field: 'verbose', code: 'unknown_field', message: expect.any(String) },
      ]);
    });
  });

  describe('requests that are no HTTP', () => {
    const send = (text: string) =>
      new Promise<string>((resolve, reject) => {
        const socket = connect(Number(new URL(service.url).port), '127.0.0.1', () => socket.write(text));
        let answer = '';
        socket.on('data', (chunk: Buffer) => (answer += chunk.toString('utf8')));
        socket.on('end', () => {
          resolve(answer);
        });
        socket.on('error', reject);
      });

    it.each([
      ['a broken request line', 'HELLO\r\n\r\n', '400'],
      ['a broken header', 'GET /v1/merchant HTTP/1.1\r\nHost: x\r\nBad Header: 1\r\n\r\n', '400'],
      [
        'two lengths',
        'POST /v1/submerchants HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0',
        '400',
      ],
      [
        'headers above 16 KiB',
        `GET /v1/merchant HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`,
        '431',
      ],
    ])('%s gets the failure envelope', async (_what, text, status) => {
      const answer = await send(text);
      expect(answer.slice(0, 12)).toBe(`HTTP/1.1 ${status}`);
      expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).toEqual(failure('MALFORMED_REQUEST'));
    });
  });

  describe('requests that are HTTP, but odd', () => {
    const send = (text: string) =>
      new Promise<string>((resolve, reject) => {
        const socket = connect(Number(new URL(service.url).port), '127.0.0.1', () => socket.write(text));
        let answer = '';
        socket.on('data', (chunk: Buffer) => {
          answer += chunk.toString('utf8');
          socket.end();
        });
        socket.on('end', () => {
          resolve(answer);
        });
        socket.on('error', reject);
      });
    const line = () => 'GET /v1/merchant HTTP/1.1\r\n';

    it.each([
      ['no Host', `${line()}Accept: */*\r\n\r\n`],
      ['two Hosts', `${line()}Host: x\r\nHost: y\r\n\r\n`],
      ['an Expect', `${line()}Host: x\r\nExpect: a-miracle\r\n\r\n`],
      ['101 headers', `${line()}Host: x\r\n${'X-A: 1\r\n'.repeat(100)}\r\n`],
      ['3,000 headers', `${line()}Host: x\r\n${'a:\r\n'.repeat(3_000)}\r\n`],
    ])('%s gets the failure envelope', async (_what, text) => {
      const answer = await send(text);
      expect(answer.slice(0, 12)).toBe('HTTP/1.1 400');
      expect(answer.toLowerCase()).toContain('x-ratelimit-limit');
      expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).toEqual(failure('MALFORMED_REQUEST'));
    });

    it('100-continue is answered as ever', async () => {
      const answer = await send(`${line()}Host: x\r\nExpect: 100-continue\r\n\r\n`);
      expect(answer).toContain('100 Continue');
    });

    it('a request has 30 seconds to arrive, and connections have a bound', () => {
      const server = service.api.getHttpServer() as Server & { connectionsCheckingInterval: number };
      expect(server.requestTimeout).toBe(30_000);
      expect(server.headersTimeout).toBeLessThanOrEqual(30_000);
      expect(server.connectionsCheckingInterval).toBeLessThanOrEqual(5_000);
      expect(server.maxConnections).toBeGreaterThan(0);
    });

    it('a request that does not arrive in its time gets 408 in the failure envelope', async () => {
      const server = service.api.getHttpServer() as Server;
      const before = [server.requestTimeout, server.headersTimeout] as const;
      try {
        [server.requestTimeout, server.headersTimeout] = [200, 200];
        const head = `Authorization: ${basic(merchant)}\r\nContent-Type: application/json\r\nContent-Length: 100`;
        const answer = await send(`POST /v1/submerchants HTTP/1.1\r\nHost: x\r\n${head}\r\n\r\n{`);
        expect(answer.slice(0, 12)).toBe('HTTP/1.1 408');
        expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).toEqual(failure('MALFORMED_REQUEST'));
      } finally {
        [server.requestTimeout, server.headersTimeout] = before;
      }
    });
  });

  describe('what is shown is kept nowhere on the way', () => {
    it('every answer, and every refusal, says no-store', async () => {
      const url = 'https://shop.example.com/hooks';
      const answers = await Promise.all([
        merchant.client.get('/v1/merchant'),
        merchant.client.post('/v1/postbacks/endpoints', { url, events: ['ping'] }),
        service.anonymous.get('/v1/merchant'),
        merchant.client.get('/v1/nothing'),
      ]);
      expect(answers.map((answer) => answer.headers['cache-control'])).toEqual(Array(4).fill('no-store'));
    });
  });

  describe('request id', () => {
    it('is taken from X-Request-Id', async () => {
      const answer = await service.anonymous.get('/v1/merchant', { 'x-request-id': 'order-42/retry:1' });
      expect(answer.headers['x-request-id']).toBe('order-42/retry:1');
      expect(answer.body.request_id).toBe('order-42/retry:1');
    });

    it.each([
      ['a space', 'a b'],
      ['too long', 'x'.repeat(129)],
    ])('is made when X-Request-Id has %s', async (_what, id) => {
      const answer = await merchant.client.get('/v1/merchant', { 'x-request-id': id });
      expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    });
  });

  describe('browsers', () => {
    it('there are no CORS headers', async () => {
      const answer = await merchant.client.get('/v1/merchant', { origin: 'https://elsewhere.example' });
      expect(answer.status).toBe(200);
      expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
    });
  });

  describe('rate limits (specification, Rate limits)', () => {
    it('every response under /v1 carries X-RateLimit-Limit, -Remaining and -Reset', async () => {
      const answers = await Promise.all([
        merchant.client.get('/v1/merchant'),
        service.anonymous.get('/v1/merchant'),
        merchant.client.get('/v1/nothing'),
        merchant.client.delete('/v1/merchant'),
        merchant.client.get('/v1/merchant?x=1'),
      ]);
      expect(answers.map((answer) => answer.status)).toEqual([200, 401, 404, 405, 422]);
      for (const { headers } of answers) {
        expect(headers['x-ratelimit-limit']).toMatch(/^\d+$/);
        expect(headers['x-ratelimit-remaining']).toMatch(/^\d+$/);
        const reset = Number(headers['x-ratelimit-reset']);
        expect(reset % 60).toBe(0);
        expect(reset).toBeGreaterThan(Date.now() / 1000 - 1);
        expect(reset).toBeLessThanOrEqual(Date.now() / 1000 + 61);
        expect(headers['retry-after']).toBeUndefined();
      }
    });

    it.each([
      ['transactions', '/v1/charges/x/y/z', 100],
      ['transactions', '/v1/withdrawals', 100],
      ['transactions', '/v1/anticipations', 100],
      ['queries', '/v1/wallets', 200],
      ['queries', '/v1/receivables', 200],
      ['queries', '/v1/banks', 200],
      ['queries', '/v1/submerchants/x/y/z', 200],
      ['default', '/v1/merchant', 100],
      ['default', '/v1/terms', 100],
      ['default', '/v1/disputes', 100],
    ])('category %s: %s', async (_category, path, limit) => {
      const { client } = await service.merchant({ limits: 'default' });
      const answer = await client.get(path);
      expect(answer.headers['x-ratelimit-limit']).toBe(String(limit));
      expect(answer.headers['x-ratelimit-remaining']).toBe(String(limit - 1));
    });

    it('above the limit: 429 RATE_LIMIT_EXCEEDED with Retry-After, for this merchant and category alone', async () => {
      const { client } = await service.merchant({ limits: 'default' });
      const answers = await Promise.all(Array.from({ length: 130 }, () => client.get('/v1/merchant')));
      const refused = answers.filter((answer) => answer.status === 429);
      // The window may have turned once meanwhile.
      expect(refused.length === 30 || refused.length < 30).toBe(true);
      const again = await Promise.all(Array.from({ length: 101 }, () => client.get('/v1/merchant')));
      const last = again.find((answer) => answer.status === 429);
      expect(last?.body).toEqual(failure('RATE_LIMIT_EXCEEDED'));
      expect(Number(last?.headers['retry-after'])).toBeGreaterThanOrEqual(1);
      expect(Number(last?.headers['retry-after'])).toBeLessThanOrEqual(60);
      expect(last?.headers['x-ratelimit-remaining']).toBe('0');
      expect((await client.get('/v1/wallets')).status).toBe(200);
      expect((await merchant.client.get('/v1/merchant')).status).toBe(200);
    });

    it('a wrong secret counts against the address, never against the merchant', async () => {
      const own = await service.merchant({ limits: 'default' });
      const wrong = new Client(service.url, { publicKey: own.publicKey, secretKey: 'sk_test_wrong' });
      await Promise.all(Array.from({ length: 5 }, () => wrong.get('/v1/merchant')));
      expect((await own.client.get('/v1/merchant')).headers['x-ratelimit-remaining']).toBe('99');
    });
  });
});
