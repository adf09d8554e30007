import { COMPONENTS, type JsonSchema } from './notification-schema';

const DIALECT = 'https://json-schema.org/draft/2020-12/schema';
const DEFINITIONS = '#/$defs/';

/** A schema that needs no other document: what it refers to among `components` is brought along as definitions. */
export function standaloneSchema(
  schema: JsonSchema,
  components: Readonly<Record<string, JsonSchema>>,
): JsonSchema {
  const definitions: Record<string, unknown> = {};
  const own = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(own);
    if (typeof node !== 'object' || node === null) return node;
    return Object.fromEntries(
      Object.entries(node).map(([key, value]) => [key, isReference(value) ? define(value) : own(value)]),
    );
  };
  const define = (reference: string): string => {
    const name = reference.slice(COMPONENTS.length);
    const component = components[name];
    if (component === undefined) throw new Error(`no component ${name}`);
    if (!(name in definitions)) {
      // Its place is taken first: a schema may refer to itself.
      definitions[name] = {};
      definitions[name] = own(component);
    }
    return DEFINITIONS + name;
  };
  return { $schema: DIALECT, ...(own(schema) as JsonSchema), $defs: definitions };
}

/** By `$ref`, or by the mapping of a discriminator. */
function isReference(value: unknown): value is string {
  return typeof value === 'string' && value.startsWith(COMPONENTS);
}
