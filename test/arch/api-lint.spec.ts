import type { OpenAPIObject } from '@nestjs/swagger';
import { createConfig, lint, lintFromString } from '@redocly/openapi-core';
import { type RulesetDefinition, Spectral } from '@stoplight/spectral-core';
import { oas } from '@stoplight/spectral-rulesets';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const fileOf = (name: string) => join(__dirname, '..', '..', 'docs', 'openapi', `${name}.json`);

/** Redocly's strictest set of rules that comes with it; nothing is looked up on the network. */
it.each(['openapi', 'openapi-review'])(
  '%s.json: nothing is found by the rules of recommended-strict (decision 0030)',
  async (name) => {
    const config = await createConfig({ extends: ['recommended-strict'] });
    const found = await lint({ ref: fileOf(name), config });
    expect(found.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
  },
);

/** Its recommended rules, and the one of its others that helps who reads: every parameter says what it is (decision 0030). */
function spectral(): Spectral {
  const linter = new Spectral();
  linter.setRuleset({ extends: [oas as RulesetDefinition], rules: { 'oas3-parameter-description': 'warn' } });
  return linter;
}

it.each(['openapi', 'openapi-review'])('%s.json: nothing is found by spectral:oas', async (name) => {
  const found = await spectral().run(readFileSync(fileOf(name), 'utf8'));
  expect(found.map(({ code, message, path }) => `${code}: ${message} (${path.join('.')})`)).toEqual([]);
});

it('a rule of spectral:oas that is broken is found, on every parameter too', async () => {
  const document = JSON.parse(readFileSync(fileOf('openapi'), 'utf8')) as OpenAPIObject;
  const { parameters = [] } = document.paths['/v1/charges/{id}']?.get ?? {};
  for (const parameter of parameters) delete (parameter as { description?: string }).description;
  delete document.info.contact;
  const found = await spectral().run(JSON.stringify(document));
  expect(found.map(({ code }) => code).sort()).toEqual(['info-contact', 'oas3-parameter-description']);
});

it('a rule of Redocly that is broken is found', async () => {
  const config = await createConfig({ extends: ['recommended-strict'] });
  const document = JSON.parse(readFileSync(fileOf('openapi'), 'utf8')) as { info: { license?: object } };
  delete document.info.license;
  const found = await lintFromString({ source: JSON.stringify(document), config });
  expect(found.map(({ ruleId }) => ruleId)).toEqual(['info-license']);
});
