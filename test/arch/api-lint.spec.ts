import { createConfig, lint, lintFromString } from '@redocly/openapi-core';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const fileOf = (name: string) => join(__dirname, '..', '..', 'docs', 'openapi', `${name}.json`);

/** The strictest set of rules that comes with it; nothing is looked up on the network. */
it.each(['openapi', 'openapi-review'])(
  '%s.json: nothing is found by the rules of recommended-strict (decision 0030)',
  async (name) => {
    const config = await createConfig({ extends: ['recommended-strict'] });
    const found = await lint({ ref: fileOf(name), config });
    expect(found.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
  },
);

it('a rule that is broken is found', async () => {
  const config = await createConfig({ extends: ['recommended-strict'] });
  const document = JSON.parse(readFileSync(fileOf('openapi'), 'utf8')) as { info: { license?: object } };
  delete document.info.license;
  const found = await lintFromString({ source: JSON.stringify(document), config });
  expect(found.map(({ ruleId }) => ruleId)).toEqual(['info-license']);
});
