import { sample } from 'openapi-sampler';
import type { DeclaredEvent } from '../../common/events';
import { isPlainObject } from '../../common/validation';
import type { JsonSchema } from './notification-schema';

type Example = Record<string, unknown>;

const MOMENT = '2026-11-20T14:03:27.512Z';

/** What a field of this name usually holds; a name that is not here gets what its schema alone says. */
const BY_NAME: Readonly<Record<string, unknown>> = {
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

const BY_FORMAT: Readonly<Record<string, unknown>> = { 'date-time': MOMENT, date: MOMENT.slice(0, 10) };

/** A notification as a receiver may get it, made from its own schema: it has every field that the schema has. */
export function exampleNotification(event: DeclaredEvent, schema: JsonSchema): Example {
  const illustrated = illustrate(schema, '') as JsonSchema;
  const made = sample(illustrated, { quiet: true }, illustrated) as Example;
  const { resource, description } = event;
  if (resource !== null) Object.assign(made[resource.field] as Example, description?.example);
  const beside = description?.beside;
  if (beside !== undefined) Object.assign(made[beside.field] as Example, beside.example);
  return made;
}

/** The schema with an example for what its fields usually hold; what may be null is. */
function illustrate(node: unknown, name: string): unknown {
  if (Array.isArray(node)) return node.map((each) => illustrate(each, name));
  if (!isPlainObject(node)) return node;
  const example = exampleOf(node, name);
  if (example !== undefined) return { example };
  const { properties, ...rest } = node;
  return {
    ...Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, illustrate(value, '')])),
    ...(isPlainObject(properties) && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([field, value]) => [field, illustrate(value, field)]),
      ),
    }),
  };
}

function exampleOf(schema: JsonSchema, name: string): unknown {
  if (Object.hasOwn(BY_NAME, name)) return BY_NAME[name];
  if ('example' in schema) return schema['example'];
  const alternatives = [schema['oneOf'], schema['anyOf']].flat().filter(isPlainObject);
  if ([schema, ...alternatives].some(({ type }) => [type].flat().includes('null'))) return null;
  return BY_FORMAT[String(schema['format'])];
}
