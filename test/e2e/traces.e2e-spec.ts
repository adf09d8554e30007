import { CALM, eventually, Onboarding, PostbackBench, startService, type TestService } from '../support';
import { cardBody, Charging, pixBody } from '../support/charges';
import { Collector, type CollectedSpan } from '../support/collector';
import { startProcess } from '../support/process';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const CALLER = 'b7ad6b7169203331';
const traceparent = (flags = '01'): string => `00-${TRACE}-${CALLER}-${flags}`;

const contexts = async ({ dataSource }: TestService): Promise<(string | null)[]> =>
  (
    await dataSource.query<{ trace_context: string | null }[]>(
      'SELECT trace_context FROM outbox_events UNION ALL SELECT trace_context FROM provider_calls',
    )
  ).map(({ trace_context: context }) => context);

describe('traces', () => {
  let collector: Collector;
  let service: TestService;
  let bench: PostbackBench;
  let charging: Charging;

  beforeAll(async () => {
    collector = await Collector.listen();
    service = await startService({
      worker: true,
      env: {
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
        OTEL_EXPORTER_OTLP_HEADERS: 'x-team=on%20call',
      },
    });
    const merchant = await service.merchant();
    bench = new PostbackBench(service, merchant);
    charging = new Charging(merchant.client);
  });
  afterAll(async () => {
    await bench.close();
    await service.stop();
    await collector.close();
  });

  /** The one span of this name with this fact, once it has come. */
  const spanWith = (name: string, fact: string, value: unknown): Promise<CollectedSpan> =>
    eventually(() => {
      const found = collector.spans.filter(
        ({ name: its, attributes }) => its === name && attributes[fact] === value,
      );
      expect(found).toHaveLength(1);
      return found[0]!;
    });

  it('a pix that is paid is one trace, from the request over its statements and the relay to the notification', async () => {
    const shop = await bench.open();
    const endpoint = await bench.subscribe(shop.url, ['charge.captured']);
    const { id } = (await charging.create(pixBody())) as { id: string };
    await bench.merchant.client.post(`/v1/sandbox/charges/${id}/pay`, undefined, {
      'x-request-id': `pay ${id}`,
    });
    const answer = await bench.merchant.client.get(`/v1/charges/${id}`, { 'x-request-id': `read-${id}` });
    expect(answer.status).toBe(200);
    const [notification] = await shop.wait(1);

    const delivered = await spanWith('deliver charge.captured', 'repasse.endpoint_id', endpoint.id);
    expect(delivered.attributes).toMatchObject({
      'repasse.event_id': notification?.body.event_id,
      'repasse.delivery_id': notification?.body.id,
      'repasse.attempt': 1,
    });
    const { traceId } = delivered;
    const request = 'POST /v1/sandbox/charges/:id/pay';
    await eventually(() => {
      const tree = collector.tree(traceId);
      expect(tree.filter((line) => !line.includes(' < '))).toEqual([request]);
      expect(tree).toEqual(
        expect.arrayContaining([
          request,
          `transaction < ${request}`,
          'WITH charges < transaction',
          'COMMIT < transaction',
          'relay charge.captured < transaction',
          'consume postbacks < relay charge.captured',
          'INSERT postback_deliveries < consume postbacks',
          'deliver charge.captured < transaction',
          'POST < deliver charge.captured',
        ]),
      );
    });
    const spans = collector.spans.filter((span) => span.traceId === traceId);
    expect(spans.find(({ name }) => name === request)).toMatchObject({
      service: 'repasse-api',
      attributes: {
        'http.request.method': 'POST',
        'http.route': '/v1/sandbox/charges/:id/pay',
        'http.response.status_code': 200,
        'repasse.caller': `merchant:${bench.merchant.id}`,
      },
    });
    expect(delivered.service).toBe('repasse-worker');
    expect(spans.find(({ name }) => name === 'POST')?.attributes).toEqual({
      'http.request.method': 'POST',
      'server.address': '127.0.0.1',
      'http.response.status_code': 200,
    });
    expect(notification?.headers).not.toHaveProperty('traceparent');
    expect(collector.headers[0]).toMatchObject({ 'x-team': 'on call' });
  });

  it('a card that the worker has authorised: the call to the provider goes on with the request that asked', async () => {
    const { id } = (await charging.create(cardBody())) as { id: string };
    await charging.until(id, 'captured');
    const called = await eventually(() => {
      const found = collector.spans.find(({ name }) => name === 'provider call authorize');
      expect(found).toBeDefined();
      return found!;
    });
    await eventually(() =>
      expect(collector.tree(called.traceId)).toEqual(
        expect.arrayContaining([
          'POST /v1/charges',
          'provider call authorize < POST /v1/charges',
          'provider authorize < provider call authorize',
          'transaction < provider call authorize',
          'relay charge.captured < transaction',
        ]),
      ),
    );
  });

  it('goes on with the traceparent of a request; what is none begins a trace of its own', async () => {
    const send = (requestId: string, value: string) =>
      bench.merchant.client.get('/v1/merchant', { traceparent: value, 'x-request-id': requestId });
    await send('continued', traceparent());
    await send('odd', `00-${'0'.repeat(32)}-${CALLER}-01`);
    const continued = await spanWith('GET /v1/merchant', 'repasse.request_id', 'continued');
    expect(continued).toMatchObject({ traceId: TRACE, parentSpanId: CALLER });
    const odd = await spanWith('GET /v1/merchant', 'repasse.request_id', 'odd');
    expect(odd.traceId).not.toBe('0'.repeat(32));
    expect(odd.parentSpanId ?? '').toBe('');
  });

  it('what its sender says is not kept is not: no span, and nothing in the rows', async () => {
    const before = (await contexts(service)).filter((context) => context === null).length;
    const answer = await bench.merchant.client.post('/v1/charges', pixBody(), {
      traceparent: traceparent('00'),
      'x-request-id': 'not-kept',
    });
    expect(answer.status).toBe(201);
    await bench.merchant.client.get('/v1/merchant', { 'x-request-id': 'after' });
    await spanWith('GET /v1/merchant', 'repasse.request_id', 'after');
    expect(
      collector.spans.filter(({ attributes }) => attributes['repasse.request_id'] === 'not-kept'),
    ).toEqual([]);
    expect((await contexts(service)).filter((context) => context === null)).toHaveLength(before + 1);
  });

  it('of submissions written together each event has its own request', async () => {
    const onboarding = new Onboarding(bench.merchant.client);
    const ids = await Promise.all(Array.from({ length: 8 }, () => onboarding.readyPerson()));
    await Promise.all(
      ids.map((id) =>
        bench.merchant.client.post(`/v1/submerchants/${id}/submit-for-review`, {}, { 'x-request-id': id }),
      ),
    );
    const rows = await service.dataSource.query<{ id: string; context: string }[]>(
      'SELECT resource_id AS id, trace_context AS context FROM outbox_events WHERE resource_id = ANY($1)',
      [ids],
    );
    expect(rows).toHaveLength(ids.length);
    const route = 'POST /v1/submerchants/:id/submit-for-review';
    for (const { id, context } of rows)
      expect(context).toContain((await spanWith(route, 'repasse.request_id', id)).traceId);
  });

  it('of approvals written together each event, of a document too, has its own request', async () => {
    const onboarding = new Onboarding(bench.merchant.client);
    const { client } = await service.operator();
    const ids = await Promise.all(Array.from({ length: 8 }, () => onboarding.submittedPerson(CALM)));
    const answers = await Promise.all(
      ids.map((id) =>
        client.post(`/v1/review/submerchants/${id}/approve`, {}, { 'x-request-id': `approve-${id}` }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    const rows = await service.dataSource.query<{ id: string; context: string }[]>(
      `SELECT coalesce(payload::jsonb -> 'document' ->> 'submerchant_id', resource_id::text) AS id, trace_context AS context
         FROM outbox_events WHERE type IN ('submerchant.active', 'document.approved')`,
    );
    const route = 'POST /v1/review/submerchants/:id/approve';
    for (const id of ids) {
      const own = rows.filter((row) => row.id === id);
      expect(own).toHaveLength(5);
      const { traceId } = await spanWith(route, 'repasse.request_id', `approve-${id}`);
      expect(new Set(own.map(({ context }) => context.split('-')[1]))).toEqual(new Set([traceId]));
    }
  });

  it('a group of charges written together is the transaction of its first, and each event has its own request', async () => {
    const made = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        bench.merchant.client.post('/v1/charges', pixBody(), { 'x-request-id': `together-${index}` }),
      ),
    );
    const ids = made.map(({ body }) => body.data.id as string);
    const rows = await service.dataSource.query<{ resource_id: string; trace_context: string }[]>(
      'SELECT resource_id, trace_context FROM outbox_events WHERE resource_id = ANY($1)',
      [ids],
    );
    const traceOf = new Map(
      rows.map(({ resource_id: id, trace_context: context }) => [id, context.split('-')[1]]),
    );
    for (const [index, id] of ids.entries()) {
      const request = await spanWith('POST /v1/charges', 'repasse.request_id', `together-${index}`);
      expect(traceOf.get(id)).toBe(request.traceId);
      await eventually(() =>
        expect(collector.tree(request.traceId)).toContain('relay charge.pending < POST /v1/charges'),
      );
    }
    const spans = collector.spans;
    const known = new Map(spans.map((span) => [span.spanId, span.traceId]));
    // Whatever its parent is, it is of the same trace.
    for (const { traceId, parentSpanId = '' } of spans)
      if (known.has(parentSpanId)) expect(known.get(parentSpanId)).toBe(traceId);
  });

  it('an attempt that fails says so, and a refused request its code', async () => {
    const shop = await bench.open(() => 500);
    const endpoint = await bench.subscribe(shop.url, ['charge.voided']);
    await bench.happens('charge.voided');
    const failed = await spanWith('deliver charge.voided', 'repasse.endpoint_id', endpoint.id);
    expect(failed).toMatchObject({ status: { code: 2 }, attributes: { 'error.type': '500' } });
    // What happens by the clock has no request: its trace begins with the event.
    expect(collector.tree(failed.traceId)).toContain('event charge.voided');
    await bench.merchant.client.get('/v1/charges/none', { 'x-request-id': 'refused' });
    const refused = await spanWith('GET /v1/charges/:id', 'repasse.request_id', 'refused');
    expect(refused.attributes).toMatchObject({
      'http.response.status_code': 404,
      'repasse.error': 'NOT_FOUND',
    });
  });

  it('no secret, card or tax number, query or path of a receiver ever goes to the collector', async () => {
    const [card, taxId, asked, path] = [
      '4111111111111111',
      '52998224725',
      'only-in-a-query',
      'a-secret-path',
    ];
    const shop = await bench.open();
    const { secret } = await bench.subscribe(`${shop.url}/${path}?key=${path}`, ['charge.captured']);
    const details = { card: { number: card, holder_name: 'ANA', exp_month: 12, exp_year: 2030, cvv: '737' } };
    const customer = { name: 'Ana', email: 'ana@example.com', type: 'individual', tax_id: taxId };
    const { client, secretKey } = bench.merchant;
    const body = { ...cardBody(), customer, payment_details: details };
    expect((await client.post('/v1/charges', body)).status).toBe(201);
    await shop.wait(1);
    await client.get(`/v1/charges?search=${asked}`);
    await client.get(`/v1/charges/${card}`);
    await client.get('/v1/merchant', { 'x-request-id': `order-${card}` });
    await spanWith('GET /v1/merchant', 'repasse.request_id', 'order-***');
    await eventually(() => expect(collector.texts.join('\n')).toContain('"POST"'));
    const text = collector.texts.join('\n');
    for (const planted of [card, taxId, asked, path, secret, secretKey, 'ana@example.com'])
      expect(text).not.toContain(planted);
  });
});

describe('without a collector', () => {
  it('nothing is written beside the rows', async () => {
    const service = await startService();
    const client = (await service.merchant()).client;
    const before = (await contexts(service)).filter((context) => context === null).length;
    const answer = await client.post('/v1/charges', cardBody(), { traceparent: traceparent() });
    expect(answer.status).toBe(201);
    const after = await contexts(service);
    expect(after.filter((context) => context === null)).toHaveLength(before + 2);
    await service.stop();
  });
});

describe('a process of its own, as it is run', () => {
  it('sends its traces at each start: also with its code as the start before has kept it', async () => {
    const collector = await Collector.listen();
    const service = await startService();
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
    const merchant = await service.merchant();
    await service.api.close();
    for (let start = 1; start <= 2; start += 1) {
      collector.texts.length = 0;
      const api = await startProcess(service, 'main', env);
      expect((await api.client(merchant).get('/v1/merchant')).status).toBe(200);
      expect(await api.end('SIGTERM')).toBe(0);
      expect([start, collector.spans.length > 0]).toEqual([start, true]);
    }
    await service.stop();
    await collector.close();
  });
});
