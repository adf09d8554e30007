import 'reflect-metadata';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ApiDocuments } from '../../src/openapi';
import { apiDocuments } from '../support/api-documents';

const NAMES = ['openapi', 'openapi-review'] as const;
const fileOf = (name: keyof ApiDocuments) => join(__dirname, '..', '..', 'docs', 'openapi', `${name}.json`);

describe('the API in docs/openapi is the API as it is (decision 0030)', () => {
  let documents: ApiDocuments;
  beforeAll(async () => {
    documents = await apiDocuments();
  });

  /** `UPDATE_DOCS=1 npm test -- test/arch/api-documents` writes the files anew. */
  it.each(NAMES)('%s.json', (name) => {
    const expected = `${JSON.stringify(documents[name], null, 2)}\n`;
    const file = fileOf(name);
    if (process.env['UPDATE_DOCS'] === '1') writeFileSync(file, expected);
    // Not the texts themselves: Jest would look for their difference for minutes.
    const isCurrent = existsSync(file) && readFileSync(file, 'utf8') === expected;
    expect(isCurrent ? 'as the code' : 'not as the code: see UPDATE_DOCS=1').toBe('as the code');
  });
});
