import type { OpenAPIObject } from '@nestjs/swagger';

type Schemas = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>;

/** Of these schemas the ones that a document needs, in their order: those it names, and those that they name. */
export function schemasOf(document: unknown, schemas: Schemas): Schemas {
  const used = new Set<string>();
  const follow = (node: unknown): void => {
    for (const [, name = ''] of JSON.stringify(node).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (used.has(name)) continue;
      used.add(name);
      follow(schemas[name]);
    }
  };
  follow(document);
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => used.has(name)));
}

/** Says of what a request carries that other fields are refused (contract §1): of each schema of a body. */
export function closed(schemas: Schemas): Schemas {
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => {
      const isOfBody = name.endsWith('Body') && !('$ref' in schema);
      if (!isOfBody || isPart(name, schemas)) return [name, schema];
      if (schema.allOf !== undefined) return [name, { ...schema, unevaluatedProperties: false }];
      return [name, schema.type === 'object' ? { additionalProperties: false, ...schema } : schema];
    }),
  );
}

/** Whether others are this and more: then it is they who say that there is nothing else. */
function isPart(name: string, schemas: Schemas): boolean {
  return Object.values(schemas).some(
    (schema) =>
      'allOf' in schema && schema.allOf?.some((part) => '$ref' in part && part.$ref.endsWith(`/${name}`)),
  );
}

/** The same without `nullable`, which OpenAPI 3.1 has not: null is a type, or an alternative to a referenced schema. */
export function withoutNullable(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withoutNullable);
  if (typeof node !== 'object' || node === null) return node;
  const clean: Record<string, unknown> = Object.fromEntries(
    Object.entries(node).map(([key, value]) => [key, withoutNullable(value)]),
  );
  if (clean['nullable'] !== true) return clean;
  const { allOf, type, ...rest } = clean;
  delete rest['nullable'];
  if (Array.isArray(allOf)) return { ...rest, anyOf: [...(allOf as unknown[]), { type: 'null' }] };
  const values = Array.isArray(rest['enum']) ? { enum: [...(rest['enum'] as unknown[]), null] } : {};
  return { ...rest, ...values, type: [type, 'null'] };
}
