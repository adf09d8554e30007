import { getSchemaPath, type OpenAPIObject } from '@nestjs/swagger';
import { type Variants, variantsOf } from '../common/http';

type Schemas = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>;
type Schema = Schemas[string];
type SchemaObject = Exclude<Schema, { $ref: string }>;

/**
 * The schemas with one for each kind of what is of several kinds: `ChargeResponse` is one of `PixChargeResponse`,
 * `BoletoChargeResponse` … by its `payment_method`; what they have in common is `CommonChargeResponse`.
 */
export function withVariants(schemas: Schemas): Schemas {
  return Object.fromEntries(
    Object.entries(schemas).flatMap(([name, schema]) =>
      '$ref' in schema ? [[name, schema]] : kindsOf(name, schema),
    ),
  );
}

function kindsOf(name: string, schema: SchemaObject): [string, Schema][] {
  const found = Object.entries(schema.properties ?? {}).find(([, property]) => variantsOf(property));
  const variants = found === undefined ? undefined : variantsOf(found[1]);
  if (found === undefined || variants === undefined) return [[name, schema]];
  const { by, noun, of } = variants;
  const named = (kind: string) => name.replace(noun, wordsOf(kind) + noun);
  const common = named('common');
  const kinds = Object.keys(of).map((kind) => [kind, getSchemaPath(named(kind))] as const);
  return [
    [
      name,
      {
        oneOf: kinds.map(([, $ref]) => ({ $ref })),
        discriminator: { propertyName: by, mapping: Object.fromEntries(kinds) },
      },
    ],
    [common, without(schema, [by, found[0]])],
    ...Object.keys(of).map((kind): [string, Schema] => [
      named(kind),
      { allOf: [{ $ref: getSchemaPath(common) }], ...own(kind, variants) },
    ]),
  ];
}

function own(kind: string, { by, of }: Variants): SchemaObject {
  return {
    type: 'object',
    required: [by, ...(of[kind]?.required ?? [])],
    properties: { [by]: { type: 'string', enum: [kind] }, ...of[kind]?.properties },
  };
}

function without(schema: SchemaObject, names: readonly string[]): SchemaObject {
  const { properties = {}, required = [], ...rest } = schema;
  return {
    ...rest,
    required: required.filter((name) => !names.includes(name)),
    properties: Object.fromEntries(Object.entries(properties).filter(([name]) => !names.includes(name))),
  };
}

/** `credit_card` → `CreditCard`. */
function wordsOf(kind: string): string {
  return kind.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
