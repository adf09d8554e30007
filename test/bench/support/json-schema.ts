import type { Dice } from '../../support/dice';

/** A schema of the OpenAPI document: JSON Schema 2020-12, as far as the document uses it. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly multipleOf?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly maxProperties?: number;
  readonly minProperties?: number;
  readonly propertyNames?: Schema;
  readonly pattern?: string;
  readonly format?: string;
  readonly default?: unknown;
  readonly example?: unknown;
  readonly examples?: readonly unknown[];
}

export type Schemas = Readonly<Record<string, Schema>>;

const FORMATS: Readonly<Record<string, RegExp>> = {
  uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  date: /^\d{4}-\d\d-\d\d$/,
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/,
};

/** What of a value its schema does not allow: a sentence each, none when it is valid. */
export function faultsOf(schemas: Schemas, schema: Schema, value: unknown, at = '$'): string[] {
  if (schema.$ref !== undefined) {
    const { $ref, ...rest } = schema;
    return [...faultsOf(schemas, resolve(schemas, $ref), value, at), ...faultsOf(schemas, rest, value, at)];
  }
  const faults: string[] = [];
  const types = schema.type === undefined ? [] : [schema.type].flat();
  if (types.length > 0 && !types.some((type) => isOfType(type, value)))
    return [`${at} is ${describe(value)}, not ${types.join(' or ')}`];
  if (schema.enum !== undefined && !schema.enum.some((one) => equal(one, value)))
    faults.push(`${at} is ${describe(value)}, which is none of ${JSON.stringify(schema.enum)}`);
  if ('const' in schema && !equal(schema.const, value))
    faults.push(`${at} is not ${JSON.stringify(schema.const)}`);
  for (const part of schema.allOf ?? []) faults.push(...faultsOf(schemas, part, value, at));
  const fitting = (parts: readonly Schema[]) =>
    parts.filter((part) => faultsOf(schemas, part, value, at).length === 0).length;
  if (schema.anyOf !== undefined && fitting(schema.anyOf) === 0) faults.push(`${at} fits none of anyOf`);
  if (schema.oneOf !== undefined && fitting(schema.oneOf) !== 1)
    faults.push(`${at} fits ${fitting(schema.oneOf)} of oneOf`);
  if (typeof value === 'string') faults.push(...ofText(schema, value, at));
  if (typeof value === 'number') faults.push(...ofNumber(schema, value, at));
  if (Array.isArray(value)) faults.push(...ofList(schemas, schema, value, at));
  else if (typeof value === 'object' && value !== null)
    faults.push(...ofObject(schemas, schema, value as Record<string, unknown>, at));
  return faults;
}

function ofText(schema: Schema, value: string, at: string): string[] {
  const length = Array.from(value).length;
  const pattern = FORMATS[schema.format ?? ''];
  return [
    ...(schema.minLength !== undefined && length < schema.minLength ? [`${at} is too short`] : []),
    ...(schema.maxLength !== undefined && length > schema.maxLength ? [`${at} is too long`] : []),
    ...(schema.pattern !== undefined && !new RegExp(schema.pattern, 'u').test(value)
      ? [`${at} does not match ${schema.pattern}`]
      : []),
    ...(pattern !== undefined && !pattern.test(value) ? [`${at} is no ${schema.format}`] : []),
  ];
}

function ofNumber(schema: Schema, value: number, at: string): string[] {
  const { minimum = -Infinity, maximum = Infinity, exclusiveMinimum = -Infinity } = schema;
  const inside = value >= minimum && value <= maximum && value > exclusiveMinimum;
  return inside ? [] : [`${at} is outside its bounds`];
}

function ofList(schemas: Schemas, schema: Schema, value: readonly unknown[], at: string): string[] {
  const { minItems = 0, maxItems = Infinity, items } = schema;
  return [
    ...(value.length < minItems || value.length > maxItems ? [`${at} has ${value.length} items`] : []),
    ...(items === undefined
      ? []
      : value.flatMap((item, index) => faultsOf(schemas, items, item, `${at}[${index}]`))),
  ];
}

function ofObject(schemas: Schemas, schema: Schema, value: Record<string, unknown>, at: string): string[] {
  const { properties = {}, required = [], additionalProperties = true } = schema;
  const faults = required.filter((name) => !(name in value)).map((name) => `${at}.${name} is missing`);
  for (const [name, of] of Object.entries(value)) {
    const known = properties[name];
    if (known !== undefined) faults.push(...faultsOf(schemas, known, of, `${at}.${name}`));
    else if (additionalProperties === false) faults.push(`${at}.${name} is not known`);
    else if (additionalProperties !== true)
      faults.push(...faultsOf(schemas, additionalProperties, of, `${at}.${name}`));
  }
  return faults;
}

/** Values that somebody sends who means no good, or does not know better. */
const NASTY: readonly unknown[] = [
  null,
  true,
  -1,
  0,
  1.5,
  2 ** 53,
  1e308,
  '',
  ' ',
  '\u0000',
  '\u202e',
  '\ud800',
  'x'.repeat(3_000),
  "'; DROP TABLE charges; --",
  '%_\\',
  '𝒜çäí',
  '0001-01-01',
  '2026-02-30',
  '9999-12-31T23:59:59.999Z',
  [],
  {},
  [[[[]]]],
  { __proto__x: 1, constructor: {} },
];

const LETTERS = ['a', 'b', 'ç', ' ', '0', '9', '-'];
const LOCAL = ['http://127.0.0.1:9/a.pdf', 'https://127.0.0.1:9/hooks'];

/** A value that fits mostly, and sometimes not at all. */
export class Inventor {
  constructor(
    private readonly schemas: Schemas,
    private readonly dice: Dice,
    /** Ids that the service gave out. */
    private readonly ids: readonly string[],
  ) {}

  /** Whether what comes next may be nasty. */
  nasty = true;

  /** @param name of the property: an address always leads to this machine */
  value(schema: Schema, name = '', depth = 0): unknown {
    if (name.endsWith('url'))
      return this.nasty ? this.dice.pick([...LOCAL, 'ftp:', '', 7]) : this.dice.pick(LOCAL);
    if (this.nasty && this.dice.below(100) < 6) return this.dice.pick(NASTY);
    if (schema.$ref !== undefined) return this.value(resolve(this.schemas, schema.$ref), name, depth);
    const examples = [...(schema.examples ?? []), ...('example' in schema ? [schema.example] : [])];
    if (examples.length > 0 && this.dice.below(100) < 60) return this.dice.pick(examples);
    if ('const' in schema) return schema.const;
    if (schema.enum !== undefined) return this.dice.pick(schema.enum);
    const choices = schema.oneOf ?? schema.anyOf;
    if (choices !== undefined) return this.value(this.dice.pick(choices), name, depth);
    if (schema.allOf !== undefined)
      return Object.assign({}, ...schema.allOf.map((part) => this.value(part, name, depth))) as unknown;
    const type = this.dice.pick([schema.type ?? 'object'].flat());
    return this.ofType(type, schema, depth);
  }

  id(ids: readonly string[] = this.ids): string {
    if (ids.length > 0 && (!this.nasty || this.dice.below(10) < 8)) return this.dice.pick(ids);
    return this.dice.pick(['01900000-0000-7000-8000-000000000000', 'nonsense', '%00', '𝒜', 'x'.repeat(300)]);
  }

  private ofType(type: string, schema: Schema, depth: number): unknown {
    if (type === 'null') return null;
    if (type === 'boolean') return this.dice.below(2) === 0;
    if (type === 'integer' || type === 'number')
      return this.dice.between(schema.minimum ?? 0, Math.min(schema.maximum ?? 100_000, 10_000_000));
    if (type === 'array') {
      const most = Math.min(schema.maxItems ?? 3, 4);
      const count = depth > 5 ? 0 : this.dice.between(Math.min(schema.minItems ?? 0, most), most);
      return Array.from({ length: count }, () => this.value(schema.items ?? {}, '', depth + 1));
    }
    if (type === 'object') return this.object(schema, depth);
    return this.text(schema);
  }

  private object(schema: Schema, depth: number): Record<string, unknown> {
    const made: Record<string, unknown> = {};
    for (const [name, of] of Object.entries(schema.properties ?? {})) {
      const wanted = schema.required?.includes(name) === true ? 97 : depth > 4 ? 0 : 35;
      if (this.dice.below(100) < wanted) made[name] = this.value(of, name, depth + 1);
    }
    if (this.nasty && this.dice.below(100) < 3) made['unknown_field'] = 1;
    return made;
  }

  private text({ format, minLength = 0, maxLength = 40 }: Schema): string {
    if (format === 'uuid') return this.id();
    if (format === 'date')
      return `20${this.dice.between(20, 39)}-0${this.dice.between(1, 9)}-1${this.dice.below(10)}`;
    if (format === 'date-time') return '2026-11-20T10:00:00.000Z';
    if (format === 'email') return 'ana@example.com';
    const length = this.dice.between(minLength, Math.max(minLength, Math.min(maxLength, 20)));
    return Array.from({ length }, () => this.dice.pick(LETTERS)).join('');
  }
}

function resolve(schemas: Schemas, reference: string): Schema {
  const found = schemas[reference.slice(reference.lastIndexOf('/') + 1)];
  if (found === undefined) throw new Error(`${reference} leads nowhere`);
  return found;
}

function isOfType(type: string, value: unknown): boolean {
  if (type === 'null') return value === null;
  if (type === 'array') return Array.isArray(value);
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value);
  return typeof value === type;
}

function describe(value: unknown): string {
  return JSON.stringify(value).slice(0, 60);
}

function equal(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}
