import 'reflect-metadata';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { apiTypes } from '../support/api-types';

const ROOT = join(__dirname, '..', '..');

/** `UPDATE_DOCS=1 npm test -- test/arch/api-types` writes the files anew (decision 0021). */
it.each([
  ['the pages', 'openapi-review', 'src/backoffice/web/src/api/schema.d.ts'],
  ['the SDK', 'openapi', 'packages/sdk/src/schema.ts'],
] as const)('%s are compiled against the types of the API as it is', async (_who, document, path) => {
  const file = join(ROOT, path);
  const expected = await apiTypes(document);
  if (process.env['UPDATE_DOCS'] === '1') writeFileSync(file, expected);
  expect(existsSync(file) ? readFileSync(file, 'utf8') : '').toBe(expected);
});
