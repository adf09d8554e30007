import { createRequire } from 'node:module';
import { eventCatalogue } from '../../src/common/events';
import '../../src/features';
import { boletoBody, cardBody, Charging } from '../support/charges';
import {
  eventually,
  Onboarding,
  PostbackBench,
  startService,
  useService,
  type TestMerchant,
} from '../support';

const EVENT_TYPES = eventCatalogue.kinds;
const PATH = '/v1/postbacks/event-types';

interface EventTypeRow {
  readonly event: string;
  readonly description: string;
  readonly schema: { required: string[]; properties: Record<string, object> };
  readonly example: Record<string, unknown>;
}

interface Validate {
  (data: unknown): boolean;
  errors?: unknown;
}

/** The JSON Schema validator that checks our OpenAPI document too. */
const fromOpenApi = createRequire(require.resolve('@seriousme/openapi-schema-validator'));
const { default: Ajv } = fromOpenApi('ajv/dist/2020.js') as {
  default: new (options: object) => { compile(schema: object): Validate };
};
const { default: addFormats } = fromOpenApi('ajv-formats') as { default: (ajv: object) => void };

describe('GET /v1/postbacks/event-types (contract §7)', () => {
  const service = useService({ worker: true });
  let merchant: TestMerchant;
  let rows: EventTypeRow[];

  beforeAll(async () => {
    merchant = await service.merchant();
    rows = (await merchant.client.get(`${PATH}?limit=100`)).body.data as EventTypeRow[];
  });

  const validator = (event: string): Validate => {
    const ajv = new Ajv({ strict: false, allErrors: true });
    addFormats(ajv);
    const row = rows.find((each) => each.event === event);
    return ajv.compile(row?.schema ?? {});
  };
  const expectValid = (event: string, body: unknown): void => {
    const validate = validator(event);
    const valid = validate(body);
    expect([event, validate.errors ?? null, valid]).toEqual([event, null, true]);
  };

  it('lists every kind with page and limit', async () => {
    expect(rows.map(({ event }) => event)).toEqual([...EVENT_TYPES]);
    const page = await merchant.client.get(`${PATH}?page=2&limit=5`);
    expect(page.body.data.map(({ event }: EventTypeRow) => event)).toEqual(EVENT_TYPES.slice(5, 10));
    expect(page.body.pagination).toEqual({
      page: 2,
      limit: 5,
      total: EVENT_TYPES.length,
      totalPages: Math.ceil(EVENT_TYPES.length / 5),
    });
    expect((await merchant.client.get(`${PATH}?page=99`)).body.data).toEqual([]);
    expect((await merchant.client.get(`${PATH}?limit=0`)).status).toBe(422);
    expect((await merchant.client.get(`${PATH}?search=charge`)).status).toBe(422);
  });

  it('is there with DOCS=off too, for the scope read', async () => {
    const hidden = await startService({ env: { DOCS: 'off' } });
    const reader = await hidden.merchant({ scopes: ['read'] });
    const answer = await reader.client.get(`${PATH}?limit=100`);
    await hidden.stop();
    expect(answer.body.data).toEqual(rows);
  });

  it.each([...EVENT_TYPES])(
    '%s: the example validates against the schema, which is complete in itself',
    (event) => {
      const { schema, example, description } = rows.find((row) => row.event === event)!;
      expectValid(event, example);
      expect(Object.keys(example)).toEqual(schema.required);
      expect(description).toMatch(/^[A-Z].*\.$/);
      expect(JSON.stringify(schema)).not.toContain('#/components');
      expect(validator(event)({ ...example, event: 'else' })).toBe(false);
      expect(validator(event)({ ...example, sequence: undefined })).toBe(false);
    },
  );

  it('the schema is the one of the OpenAPI document: its webhooks and its components', async () => {
    const document = (await service.anonymous.get('/openapi.json')).body;
    for (const { event, schema } of rows) {
      const shown = JSON.stringify(
        document.webhooks[event].post.requestBody.content['application/json'].schema,
      ).replaceAll('#/components/schemas/', '#/$defs/');
      expect(schema).toMatchObject(JSON.parse(shown) as object);
      const definitions = (schema as unknown as { $defs: Record<string, object> }).$defs;
      for (const [name, definition] of Object.entries(definitions)) {
        expect(JSON.stringify(definition)).toBe(
          JSON.stringify(document.components.schemas[name]).replaceAll('#/components/schemas/', '#/$defs/'),
        );
      }
    }
  });

  it('real notifications of charges, refunds, submerchants, documents and endpoints validate against it', async () => {
    const bench = new PostbackBench(service, merchant);
    const shop = await bench.open();
    const { id } = await bench.subscribe(shop.url);
    const charging = new Charging(merchant.client);
    const { id: chargeId } = (await charging.paidPix()) as { id: string };
    for (const amount of [2_500, 7_500]) {
      expect((await merchant.client.post(`/v1/charges/${chargeId}/refund`, { amount })).status).toBeLessThan(
        300,
      );
    }
    for (const body of [cardBody(), cardBody('tok_declined'), boletoBody()]) await charging.create(body);
    const onboarding = new Onboarding(merchant.client);
    await onboarding.activePerson();
    const { id: company } = await onboarding.readyCompany();
    await onboarding.submit(company);
    await merchant.client.post(`/v1/sandbox/submerchants/${company}/reject`);
    await merchant.client.post(`/v1/postbacks/endpoints/${id}/ping`);
    const paused = await bench.subscribe(shop.url, ['ping']);
    await merchant.client.patch(`/v1/postbacks/endpoints/${paused.id}`, { status: 'paused' });
    await eventually(() => {
      const notified = new Set(shop.received.map(({ body }) => body.event as string));
      expect([...notified]).toEqual(
        expect.arrayContaining([
          'charge.pending',
          'charge.captured',
          'charge.failed',
          'charge.partially_refunded',
          'charge.refunded',
          'submerchant.pending_review',
          'submerchant.active',
          'submerchant.rejected',
          'document.approved',
          'endpoint.paused',
          'ping',
        ]),
      );
    });
    for (const { body } of shop.received) expectValid(body.event as string, body);
    await bench.close();
  });
});
