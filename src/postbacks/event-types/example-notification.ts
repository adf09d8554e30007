import type { DeclaredEvent } from '../../common/events';
import type { JsonSchema } from './notification-schema';
import { dereferenced } from './standalone-schema';

type Example = Record<string, unknown>;

const MOMENT = '2026-11-20T14:03:27.512Z';
const MAX_DEPTH = 12;

/** What a field of this name usually holds; a name that is not here gets something plain of its type. */
const SAMPLES: Readonly<Record<string, unknown>> = {
  amount: 12_990,
  total_amount: 12_990,
  currency: 'BRL',
  payment_method: 'pix',
  product_type: 'physical',
  name: 'Ana Souza',
  email: 'ana@example.com',
  phone: '11987654321',
  tax_id: '11222333000181',
  legal_name: 'Padaria São José Ltda',
  trade_name: 'Padaria São José',
  mcc: '5462',
  mcc_source: 'derived',
  quantity: 1,
  unit_price: 12_990,
  file_url: 'https://files.example.com/contrato.pdf',
  file_name: 'contrato.pdf',
  file_size: 48_213,
  mime_type: 'application/pdf',
  url: 'https://shop.example.com/hooks',
  events: ['charge.*'],
  version: 3,
  sequence: 42,
};

/** A notification as a receiver may get it, made from its own schema: it has every field that the schema has. */
export function exampleNotification(event: DeclaredEvent, schema: JsonSchema): Example {
  let ids = 0;
  const nextId = (): string => `019aa0f4-7c3b-7d21-9f00-${String((ids += 1)).padStart(12, '0')}`;
  const made = exampleOf(schema, { root: schema, nextId }, '', 0) as Example;
  const { resource, description } = event;
  if (resource !== null) Object.assign(made[resource.field] as Example, description?.example);
  const beside = description?.beside;
  if (beside !== undefined) Object.assign(made[beside.field] as Example, beside.example);
  return made;
}

interface Making {
  readonly root: JsonSchema;
  readonly nextId: () => string;
}

function exampleOf(given: JsonSchema, making: Making, name: string, depth: number): unknown {
  if (depth > MAX_DEPTH) throw new Error('a schema without end has no example');
  const schema = dereferenced(given, making.root);
  const types = [schema['type']].flat();
  if (name in SAMPLES) return SAMPLES[name];
  if ('example' in schema) return schema['example'];
  if (types.includes('null')) return null;
  if (Array.isArray(schema['enum'])) return schema['enum'][0];
  const alternatives = (schema['oneOf'] ?? schema['anyOf'] ?? schema['allOf']) as JsonSchema[] | undefined;
  if (alternatives !== undefined) {
    const isNull = alternatives.some((each) => each['type'] === 'null');
    return isNull ? null : exampleOf(alternatives[0] ?? {}, making, name, depth + 1);
  }
  return plainExample(schema, types[0], making, name, depth);
}

function plainExample(
  schema: JsonSchema,
  type: unknown,
  making: Making,
  name: string,
  depth: number,
): unknown {
  switch (type) {
    case 'object': {
      const properties = (schema['properties'] ?? {}) as Readonly<Record<string, JsonSchema>>;
      return Object.fromEntries(
        Object.entries(properties).map(([key, value]) => [key, exampleOf(value, making, key, depth + 1)]),
      );
    }
    case 'array':
      return [exampleOf((schema['items'] ?? {}) as JsonSchema, making, '', depth + 1)];
    case 'integer':
    case 'number':
      return schema['minimum'] ?? 0;
    case 'boolean':
      return false;
    default:
      return textExample(schema['format'], making, name);
  }
}

function textExample(format: unknown, making: Making, name: string): string {
  switch (format) {
    case 'uuid':
      return making.nextId();
    case 'date-time':
      return MOMENT;
    case 'date':
      return MOMENT.slice(0, 10);
    case 'uri':
      return 'https://example.com/';
    case 'email':
      return 'ana@example.com';
    default:
      return name === '' ? 'text' : name.replaceAll('_', ' ');
  }
}
