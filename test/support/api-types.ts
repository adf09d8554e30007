import { getSchemaPath, type OpenAPIObject } from '@nestjs/swagger';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { errorCatalogue } from '../../src/common/errors';
import type { ApiDocuments } from '../../src/openapi';
import { apiDocuments } from './api-documents';

const OPENAPI_TYPESCRIPT = join(__dirname, '..', '..', 'node_modules', 'openapi-typescript', 'bin', 'cli.js');

/** The types of one of the API's documents, for who speaks to it (decision 0021). */
export async function apiTypes(name: keyof ApiDocuments): Promise<string> {
  const { [name]: document } = await apiDocuments();
  Object.assign(document.components?.schemas ?? {}, { ErrorData: errorData(document) });
  const codes = name === 'openapi' ? errorCodes(document) : '';
  return `// \`UPDATE_DOCS=1 npm test -- test/arch/api-types\` writes this file anew.\n${typesOf(document)}${codes}`;
}

/** What openapi-typescript makes of a document, without its failures. */
export function typesOf(document: OpenAPIObject): string {
  for (const item of Object.values(document.paths)) Object.values(item).forEach(leaveOutFailures);
  const components = { schemas: document.components?.schemas };
  // A process of its own: the tool loads ECMAScript modules in ways that Jest's CommonJS does not follow.
  const { stdout, stderr, status } = spawnSync(process.execPath, [OPENAPI_TYPESCRIPT, '--alphabetize'], {
    input: JSON.stringify({ ...document, components }),
    encoding: 'utf8',
    maxBuffer: 100_000_000,
  });
  if (status !== 0) throw new Error(stderr);
  return stdout;
}

/** What `data` of a failure is, by its code. */
function errorData({ components }: OpenAPIObject): object {
  const known = components?.schemas ?? {};
  const properties = Object.fromEntries(
    errorCatalogue().flatMap(({ code, dataClass }) =>
      dataClass !== null && dataClass.name in known ? [[code, { $ref: getSchemaPath(dataClass) }]] : [],
    ),
  );
  return { type: 'object', properties };
}

/** Who calls the API tells its failures apart by their codes. */
function errorCodes(document: object): string {
  const lists = JSON.stringify(document).match(/(?<="error":\{"type":"string","enum":\[)[^\]]+/g) ?? [];
  const codes = [...new Set(lists.flatMap((list) => list.split(',')))].sort();
  return `export type ErrorCode =\n${codes.map((code) => `    | ${code}`).join('\n')};\n`;
}

/** Every failure has one shape, which is written once: with every operation they would be nine tenths of the file. */
function leaveOutFailures({ responses = {} }: { responses?: Record<string, { headers?: unknown }> }): void {
  for (const [status, response] of Object.entries(responses)) {
    if (status.startsWith('2')) delete response.headers;
    else Reflect.deleteProperty(responses, status);
  }
}
