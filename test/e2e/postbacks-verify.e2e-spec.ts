import {
  eventually,
  expectedSignature,
  PostbackBench,
  type Received,
  startService,
  type TestMerchant,
  type TestService,
} from '../support';

const ENDPOINTS = '/v1/postbacks/endpoints';
const VERIFY = '/v1/postbacks/verify';

describe('POST /v1/postbacks/verify (contract §7)', () => {
  let service: TestService;
  let merchant: TestMerchant;
  let bench: PostbackBench;
  let endpoint: { id: string; secret: string };
  let received: Received;
  let signature: string;

  beforeAll(async () => {
    service = await startService({ worker: true });
    merchant = await service.merchant();
    bench = new PostbackBench(service, merchant);
    const shop = await bench.open();
    endpoint = await bench.subscribe(shop.url);
    await bench.happens();
    received = (await shop.wait(1))[0]!;
    signature = received.headers['x-service-signature']!;
  });
  afterAll(async () => {
    await bench.close();
    await service.stop();
  });

  const verify = async (changes: object = {}, client = merchant.client): Promise<unknown> => {
    const answer = await client.post(VERIFY, {
      secret: endpoint.secret,
      signature,
      body: received.text,
      ...changes,
    });
    expect(answer.status).toBe(200);
    return answer.body.data;
  };
  const fault = (reason: string) => ({ valid: false, reason });

  it('{ valid: true } for a notification as it came, upper-case hexadecimal included', async () => {
    expect(await verify()).toEqual({ valid: true });
    expect(await verify({ signature: signature.toUpperCase().replace('SHA256', 'sha256') })).toEqual({
      valid: true,
    });
  });

  it.each<[string, () => object]>([
    ['prefix', () => ({ signature: signature.slice(7) })],
    ['prefix', () => ({ signature: received.headers['webhook-signature'] })],
    ['hex', () => ({ signature: `${signature.slice(0, -1)}g` })],
    ['length', () => ({ signature: signature.slice(0, -2) })],
    ['length', () => ({ signature: `${signature}00` })],
    ['whitespace', () => ({ signature: `${signature}\n` })],
    ['whitespace', () => ({ secret: `${endpoint.secret} ` })],
    ['whitespace', () => ({ body: `${received.text}\n` })],
    ['whitespace', () => ({ body: `\uFEFF${received.text}` })],
    ['secret_format', () => ({ secret: endpoint.secret.replace('whsec_', '') })],
    ['secret_format', () => ({ secret: `"${endpoint.secret}"` })],
    ['body_reserialised', () => ({ body: JSON.stringify(received.body, null, 2) })],
    ['body_reserialised', () => ({ body: received.text.replaceAll('ç', '\\u00e7').replaceAll('/', '\\/') })],
    [
      'body_reserialised',
      () => ({ body: JSON.stringify(Object.fromEntries(Object.entries(received.body as object).reverse())) }),
    ],
    ['body_changed', () => ({ body: received.text.replace('"amount":1000', '"amount":1') })],
    ['other_secret', () => ({ secret: 'whsec_c29tZXRoaW5nIGVsc2U=' })],
    ['mismatch', () => ({ body: '{}' })],
  ])('says which part does not match: %s', async (reason, changes) => {
    expect(await verify(changes())).toEqual(fault(reason));
  });

  it('the message says what to do, and repeats nothing that was sent', async () => {
    const answer = await merchant.client.post(VERIFY, {
      secret: endpoint.secret,
      signature: 'nonsense',
      body: received.text,
    });
    expect(answer.body.message).toContain('sha256=');
    expect(answer.text).not.toMatch(/nonsense|whsec_[A-Za-z0-9+/]{8}/);
  });

  it('old_secret: one side uses the secret from before the regeneration, also after the overlap', async () => {
    const other = await bench.subscribe((await bench.open()).url, ['ping']);
    const { secret } = (await merchant.client.post(`${ENDPOINTS}/${other.id}/secret/regenerate`)).body
      .data as {
      secret: string;
    };
    const body = received.text;
    expect(await verify({ secret: other.secret, signature: expectedSignature(secret, body) })).toEqual(
      fault('old_secret'),
    );
    expect(await verify({ secret, signature: expectedSignature(other.secret, body) })).toEqual(
      fault('old_secret'),
    );
    expect(await verify({ secret, signature: expectedSignature(secret, body) })).toEqual({ valid: true });
  });

  it("another merchant's secrets and bodies are no help", async () => {
    const other = await service.merchant();
    const changes = { secret: 'whsec_c29tZXRoaW5nIGVsc2U=' };
    expect(await verify(changes, other.client)).toEqual(fault('mismatch'));
    expect(await verify({ body: received.text.replace('1000', '1') }, other.client)).toEqual(
      fault('mismatch'),
    );
  });

  it('needs the scope read alone, ignores Idempotency-Key, and counts as default', async () => {
    const reader = await service.merchant({ scopes: ['read'], limits: 'default' });
    const body = { secret: endpoint.secret, signature, body: received.text };
    for (const signed of [signature, 'sha256=']) {
      const answer = await reader.client.post(
        VERIFY,
        { ...body, signature: signed },
        { 'idempotency-key': 'k' },
      );
      expect([answer.status, answer.headers['idempotent-replayed']]).toEqual([200, undefined]);
      expect(answer.headers['x-ratelimit-limit']).toBe('100');
    }
  });

  it('stores nothing', async () => {
    const count = async (): Promise<unknown> =>
      service.dataSource.query(
        'SELECT (SELECT count(*) FROM idempotency_records) AS keys, (SELECT count(*) FROM outbox_events) AS events',
      );
    const before = await eventually(count);
    await merchant.client.post(
      VERIFY,
      { secret: endpoint.secret, signature, body: received.text },
      { 'idempotency-key': 'kept' },
    );
    expect(await count()).toEqual(before);
  });

  it('refuses what is no text, too long, or not whole', async () => {
    for (const body of [
      {},
      { secret: endpoint.secret, signature },
      { secret: 1, signature, body: '' },
      { secret: endpoint.secret, signature, body: received.body as object },
      { secret: 'x'.repeat(201), signature, body: '' },
      { secret: endpoint.secret, signature, body: '', more: 1 },
    ]) {
      expect((await merchant.client.post(VERIFY, body)).status).toBe(422);
    }
    expect(await verify({ body: '' })).toEqual(fault('mismatch'));
    expect(await verify({ secret: '' })).toEqual(fault('other_secret'));
  });
});
