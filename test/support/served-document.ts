import type { JsonBody } from './client';

/** The API's documents as it serves them. */
export const DOCUMENTS = ['/openapi.json', '/openapi-review.json'] as const;

/** Merchants' and operators' operations as one document, each with its responses in place instead of references. */
export async function servedDocument(read: (path: string) => Promise<JsonBody>): Promise<JsonBody> {
  const documents = await Promise.all(DOCUMENTS.map(read));
  const responses = Object.assign({}, ...documents.map(({ components }) => components.responses));
  const paths = Object.assign({}, ...documents.map((document) => document.paths));
  for (const item of Object.values<Record<string, JsonBody>>(paths))
    for (const operation of Object.values(item))
      for (const [status, { $ref }] of Object.entries<JsonBody>(operation.responses))
        if ($ref !== undefined) operation.responses[status] = responses[$ref.split('/').at(-1)];
  return {
    paths,
    components: { schemas: Object.assign({}, ...documents.map(({ components }) => components.schemas)) },
  };
}
