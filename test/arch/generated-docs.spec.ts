import 'reflect-metadata';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import '../../src/api.module';
import '../../src/worker.module';
import { errorCatalogue } from '../../src/common/errors';
import { statusOf } from '../../src/common/http';
import { merchantCategoriesPage, statusMachinesPage } from './onboarding-pages';

/** Pages that say what the code says. `UPDATE_DOCS=1 npm test -- test/arch/generated-docs` writes them anew. */
const PAGES: Readonly<Record<string, () => string>> = {
  'docs/errors.md': errorsPage,
  'docs/merchant-categories.md': merchantCategoriesPage,
  'docs/status-machines.md': statusMachinesPage,
};

describe('pages written from the code', () => {
  it.each(Object.keys(PAGES))('%s is up to date', (path) => {
    const file = join(__dirname, '..', '..', path);
    const expected = PAGES[path]?.() ?? '';
    if (process.env['UPDATE_DOCS'] === '1') writeFileSync(file, expected);
    expect(readFileSync(file, 'utf8')).toBe(expected);
  });
});

function errorsPage(): string {
  const rows = errorCatalogue().map(
    ({ code, kind, message }) => `| \`${code}\` | ${statusOf(kind)} | ${message} |`,
  );
  return `# Error codes

Every failure is \`{ "success": false, "message", "error", "request_id", "details"?, "data"? }\`; \`error\` is one of these. This page is
written from the code: \`UPDATE_DOCS=1 npm test -- test/arch/generated-docs\`.

<!-- prettier-ignore -->
| Code | Status | What it means and what to do |
| --- | --- | --- |
${rows.join('\n')}
`;
}
