// npm run examples: plays a marketplace's day against the service and records the examples of the OpenAPI documents anew
// (decision 0030); then the documents, and what is written from them.
import { run } from './lib/project.mjs';

const env = { ...process.env, UPDATE_DOCS: '1' };
for (const suite of ['test/e2e/recorded-day', 'test/arch/api-documents', 'test/arch/api-types']) {
  const code = await run(process.execPath, ['scripts/test.mjs', suite], { env });
  if (code !== 0) process.exit(code);
}
