import { randomUUID } from 'node:crypto';
import { Onboarding, useCharging } from '../support';
import { pixBody } from '../support/charges';
import type { Client, JsonBody } from '../support/client';
import { servedDocument } from '../support/served-document';

const { app, merchant, charging } = useCharging();
/** Long enough that a rare part of it is looked for. */
const TERM = 'ba9ca9912';

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly schema?: JsonBody;
}
interface SearchedList {
  readonly path: string;
  readonly others: readonly Parameter[];
}

/** Something that the schema of a parameter allows. */
function valueOf({ name, schema = {} }: Parameter): string {
  if (Array.isArray(schema.enum)) return String(schema.enum[0]);
  if (name === 'cursor') return '';
  if (schema.format === 'uuid') return randomUUID();
  if (schema.format === 'date') return '2026-11-01';
  if (name === 'time_zone') return 'America/Sao_Paulo';
  if (schema.type === 'integer') return '1';
  return schema.type === 'boolean' ? 'true' : 'pending';
}

describe('a search beside each other filter', () => {
  let lists: readonly SearchedList[];
  let operator: Client;
  let sellerId: string;

  beforeAll(async () => {
    const document = await servedDocument(async (path) => (await merchant.client.get(path)).body);
    operator = (await app.operator()).client;
    sellerId = await new Onboarding(merchant.client).person();
    lists = Object.entries(document.paths as Record<string, { get?: { parameters?: Parameter[] } }>).flatMap(
      ([path, { get }]) => {
        const inQuery = (get?.parameters ?? []).filter((parameter) => parameter.in === 'query');
        const others = inQuery.filter(({ name }) => name !== 'search');
        return others.length < inQuery.length ? [{ path, others }] : [];
      },
    );
  });

  it('is answered by every list that can be searched', async () => {
    expect(lists.length).toBeGreaterThan(10);
    const answers: string[] = [];
    for (const { path, others } of lists) {
      const client = path.startsWith('/v1/review') ? operator : merchant.client;
      const concrete = path.replace('submerchants/{id}', `submerchants/${sellerId}`);
      for (const other of others) {
        const query = new URLSearchParams({ search: TERM, [other.name]: valueOf(other) });
        const url = `${concrete.replace(/\{\w+\}/g, randomUUID())}?${query.toString()}`;
        const { status } = await client.get(url);
        if (status >= 500) answers.push(`${status} ${url}`);
      }
    }
    expect(answers).toEqual([]);
  });

  it('finds of the charges those that are both', async () => {
    const body = { external_id: `pedido-${TERM}`, submerchant_id: null };
    const { id } = await charging.create(pixBody(body));
    await charging.create(pixBody({ external_id: 'another' }));
    const found = async (filter: string): Promise<string[]> => {
      const { status, body: answer } = await merchant.client.get(`/v1/charges?search=${TERM}&${filter}`);
      expect(status).toBe(200);
      return (answer.data as { id: string }[]).map((charge) => charge.id);
    };
    for (const filter of [
      `external_id=pedido-${TERM}`,
      'payment_method=pix',
      'status=pending',
      'date_from=2020-01-01',
    ])
      expect([filter, await found(filter)]).toEqual([filter, [id]]);
    for (const filter of [
      `submerchant_id=${sellerId}`,
      'external_id=another',
      'payment_method=boleto',
      'status=failed',
    ])
      expect([filter, await found(filter)]).toEqual([filter, []]);
  });
});
