import 'reflect-metadata';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { reviewApiTypes } from '../support/review-api-types';

const FILE = join(__dirname, '..', '..', 'src', 'backoffice', 'web', 'src', 'api', 'schema.d.ts');

/** `UPDATE_DOCS=1 npm test -- test/arch/api-types` writes the file anew (decision 0021). */
it('the pages are compiled against the types of the API as it is', async () => {
  const expected = await reviewApiTypes();
  if (process.env['UPDATE_DOCS'] === '1') writeFileSync(FILE, expected);
  expect(existsSync(FILE) ? readFileSync(FILE, 'utf8') : '').toBe(expected);
});
