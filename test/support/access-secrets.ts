interface Schema {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly [keyword: string]: unknown;
}

/** What of an OpenAPI document tells which routes answer a secret. */
export interface ApiDocument {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { readonly responses: Readonly<Record<string, unknown>> }>>>
  >;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** The fields in which a secret is ever answered. */
const SECRET_FIELDS = ['secret', 'secret_key', 'password', 'otpauth_url', 'recovery_codes'];

/** The routes whose successes hold a secret, by the schemas of their answers. */
export function routesWithSecrets({ paths, components }: ApiDocument): string[] {
  const holdsSecret = (schema: unknown, seen: ReadonlySet<string> = new Set()): boolean => {
    if (typeof schema !== 'object' || schema === null) return false;
    const { $ref, properties } = schema as Schema;
    if (properties !== undefined && SECRET_FIELDS.some((name) => name in properties)) return true;
    if ($ref === undefined) return Object.values(schema).some((part) => holdsSecret(part, seen));
    const name = $ref.split('/').at(-1) ?? '';
    return !seen.has(name) && holdsSecret(components.schemas[name], new Set([...seen, name]));
  };
  const successes = (responses: Readonly<Record<string, unknown>>) =>
    Object.entries(responses).flatMap(([status, response]) => (status.startsWith('2') ? [response] : []));
  return Object.entries(paths)
    .flatMap(([path, item]) =>
      Object.entries(item).map(([method, { responses }]) => ({
        name: `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
        answers: successes(responses),
      })),
    )
    .filter(({ answers }) => holdsSecret(answers))
    .map(({ name }) => name)
    .sort();
}
