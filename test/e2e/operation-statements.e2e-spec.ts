import { randomBytes, randomUUID } from 'node:crypto';
import type { INestApplication } from '@nestjs/common';
import { loadConfig } from '../../src/config';
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
import { ChaosProxy } from '../support/chaos-proxy';
import type { Client } from '../support/client';
import { Charging } from '../support/charges';
import { Collector } from '../support/collector';
import { workerDatabaseUrl } from '../support/database';
import { startWorker } from '../support/service';

/** What goes to PostgreSQL with another statement, or not at all. */
const GOES_ALONG = /^(START|SET|COMMIT)$/;

interface Asked {
  readonly statements: readonly string[];
  readonly packets: number;
}

describe('What a request asks PostgreSQL (decision 0028)', () => {
  let collector: Collector;
  let proxy: ChaosProxy;
  let service: TestService;
  let worker: INestApplication;
  let merchant: TestMerchant;
  let operator: Client;
  let onboarding: Onboarding;
  let charging: Charging;

  beforeAll(async () => {
    collector = await Collector.listen();
    const url = await workerDatabaseUrl();
    proxy = await ChaosProxy.before(url, 5432);
    service = await startService({
      env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, DATABASE_URL: proxy.through(url) },
    });
    // Its packets are not those of the request.
    worker = await startWorker(loadConfig({ ...service.environment, DATABASE_URL: url }));
    merchant = await service.merchant();
    operator = (await service.operator()).client;
    onboarding = new Onboarding(merchant.client);
    charging = new Charging(merchant.client);
  });
  afterAll(async () => {
    await worker.close();
    await service.stop();
    await collector.close();
    await proxy.close();
  });

  /** What one request asks, as its trace shows it, and in how many packets. Without a body of its own a list is read. */
  async function askedBy(path: string, body?: object): Promise<Asked> {
    const trace = randomBytes(16).toString('hex');
    const headers = {
      traceparent: `00-${trace}-${randomBytes(8).toString('hex')}-01`,
      'idempotency-key': randomUUID(),
    };
    const client = path.startsWith('/v1/review/') ? operator : merchant.client;
    const isList = path.includes('?');
    // Who asks was found out a moment ago.
    await client.get(client === operator ? '/v1/review/submerchants?limit=1' : '/v1/charges?limit=1');
    let packets = 0;
    proxy.countPackets(() => (packets += 1));
    const answered = isList ? client.get(path, headers) : client.post(path, body, headers);
    expect((await answered).status).toBeLessThan(300);
    proxy.judge = () => 'pass';
    const statements = await eventually(() => {
      const spans = collector.spans.filter(
        ({ traceId, service: its }) => traceId === trace && its === 'repasse-api',
      );
      // A span is told of when it has ended: that of the request is the last one.
      expect(spans.some(({ attributes }) => 'http.request.method' in attributes)).toBe(true);
      return spans.filter(({ attributes, name }) => 'db.system.name' in attributes && !GOES_ALONG.test(name));
    });
    return { statements: statements.map(({ name }) => name), packets };
  }

  const captured = async (): Promise<string> => {
    const id = await charging.authorized();
    expect((await merchant.client.post(`/v1/charges/${id}/capture`)).status).toBe(200);
    return id;
  };

  it.each<[string, number, number, () => Promise<[path: string, body?: object]>]>([
    ['a submerchant', 1, 1, async () => ['/v1/submerchants', personBody()]],
    [
      'a document',
      3,
      2,
      async () => [`/v1/submerchants/${await onboarding.person()}/documents`, documentBody('front_id')],
    ],
    [
      'a submission',
      5,
      2,
      async () => [`/v1/submerchants/${await onboarding.readyPerson(CALM)}/submit-for-review`],
    ],
    [
      'an approval',
      17,
      8,
      async () => {
        const id = await onboarding.readyPerson(CALM);
        await merchant.client.post(`/v1/submerchants/${id}/submit-for-review`);
        return [`/v1/review/submerchants/${id}/approve`];
      },
    ],
    ['a capture', 18, 9, async () => [`/v1/charges/${await charging.authorized()}/capture`]],
    ['a page of charges', 3, 1, async () => ['/v1/charges?limit=20']],
    ['a page of deliveries', 2, 1, async () => ['/v1/postbacks/delivery-logs?limit=20']],
    ["a page of all merchants' charges", 4, 4, async () => ['/v1/review/charges?limit=20']],
    ['a refund', 30, 15, async () => [`/v1/charges/${await captured()}/refund`, { amount: 100 }]],
  ])('%s: %i statements in at most %i packets', async (_, statements, packets, request) => {
    const most = { statements, packets };
    const isMore = (asked: Asked): boolean =>
      asked.statements.length > most.statements || asked.packets > most.packets;
    // What is remembered, for a moment or for good, may have to be found out before; and a process asks for itself now and then.
    let asked = await askedBy(...(await request()));
    for (let tried = 0; tried < 8 && isMore(asked); tried += 1) asked = await askedBy(...(await request()));
    expect(asked.statements).toHaveLength(most.statements);
    expect(asked.packets).toBeLessThanOrEqual(most.packets);
  });
});
