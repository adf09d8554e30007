import { randomBytes, randomUUID } from 'node:crypto';
import {
  CALM,
  eventually,
  Onboarding,
  personBody,
  documentBody,
  startService,
  type TestMerchant,
  type TestService,
} from '../support';
import { Charging } from '../support/charges';
import { Collector } from '../support/collector';

/** What goes to PostgreSQL with another statement, or not at all. */
const GOES_ALONG = /^(START|COMMIT)$/;

describe('What a request asks PostgreSQL (decision 0028)', () => {
  let collector: Collector;
  let service: TestService;
  let merchant: TestMerchant;
  let onboarding: Onboarding;
  let charging: Charging;

  beforeAll(async () => {
    collector = await Collector.listen();
    service = await startService({ worker: true, env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url } });
    merchant = await service.merchant();
    onboarding = new Onboarding(merchant.client);
    charging = new Charging(merchant.client);
  });
  afterAll(async () => {
    await service.stop();
    await collector.close();
  });

  /** The statements of a request, as its trace shows them. */
  async function statementsOf(path: string, body?: object): Promise<string[]> {
    const trace = randomBytes(16).toString('hex');
    const headers = {
      traceparent: `00-${trace}-${randomBytes(8).toString('hex')}-01`,
      'idempotency-key': randomUUID(),
    };
    expect((await merchant.client.post(path, body, headers)).status).toBeLessThan(300);
    return eventually(() => {
      const spans = collector.spans.filter(
        ({ traceId, service: its }) => traceId === trace && its === 'repasse-api',
      );
      // A span is told of when it has ended: that of the request is the last one.
      expect(spans.some(({ attributes }) => attributes['http.request.method'] === 'POST')).toBe(true);
      return spans
        .filter(({ attributes, name }) => 'db.system.name' in attributes && !GOES_ALONG.test(name))
        .map(({ name }) => name);
    });
  }

  const captured = async (): Promise<string> => {
    const id = await charging.authorized();
    expect((await merchant.client.post(`/v1/charges/${id}/capture`)).status).toBe(200);
    return id;
  };

  it.each<[string, number, () => Promise<[path: string, body?: object]>]>([
    ['a submerchant', 4, async () => ['/v1/submerchants', personBody()]],
    [
      'a document',
      7,
      async () => [`/v1/submerchants/${await onboarding.person()}/documents`, documentBody('front_id')],
    ],
    [
      'a submission',
      11,
      async () => [`/v1/submerchants/${await onboarding.readyPerson(CALM)}/submit-for-review`],
    ],
    ['a capture', 20, async () => [`/v1/charges/${await charging.authorized()}/capture`]],
    ['a refund', 32, async () => [`/v1/charges/${await captured()}/refund`, { amount: 100 }]],
  ])('%s: %i statements', async (_, count, request) => {
    // What is remembered, for a moment or for good, may have to be found out before.
    let statements = await statementsOf(...(await request()));
    for (let tried = 0; tried < 3 && statements.length > count; tried += 1)
      statements = await statementsOf(...(await request()));
    expect(statements).toHaveLength(count);
  });
});
