import { NestFactory } from '@nestjs/core';
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { ApiModule } from '../../src/api.module';
import { loadConfig } from '../../src/config';
import { createDocument } from '../../src/openapi';

/** What the operators' pages speak to. */
const PREFIX = '/v1/review';
const OPENAPI_TYPESCRIPT = join(__dirname, '..', '..', 'node_modules', 'openapi-typescript', 'bin', 'cli.js');

/**
 * The types of the operators' API for their pages, written from the code. Nothing is connected and nothing made:
 * a preview of the application knows its routes and their documentation.
 */
export async function reviewApiTypes(): Promise<string> {
  const document = withReviewOnly(await apiDocument());
  // A process of its own: the tool loads ECMAScript modules in ways that Jest's CommonJS does not follow.
  const { stdout, stderr, status } = spawnSync(process.execPath, [OPENAPI_TYPESCRIPT, '--alphabetize'], {
    input: JSON.stringify(document),
    encoding: 'utf8',
    maxBuffer: 100_000_000,
  });
  if (status !== 0) throw new Error(stderr);
  return `// \`UPDATE_DOCS=1 npm test -- test/arch/api-types\` writes this file anew.\n${stdout}`;
}

async function apiDocument(): Promise<Document> {
  const key = randomBytes(32).toString('base64');
  const config = loadConfig({
    NODE_ENV: 'test',
    DATABASE_URL: 'postgres://nobody@localhost/none',
    API_KEY_PEPPER: `t1:${key}`,
    ENCRYPTION_KEYS: `t1:${key}`,
    AUDIT_KEY: key,
  });
  const app = await NestFactory.create(ApiModule.with(config), {
    preview: true,
    logger: false,
    abortOnError: false,
  });
  return createDocument(app, config) as unknown as Document;
}

interface Operation {
  responses?: Record<string, { headers?: unknown }>;
}

interface Document {
  paths: Record<string, Record<string, Operation>>;
  webhooks?: unknown;
  components: { schemas: Record<string, unknown> };
}

/** Every failure has one shape, which is written once: with every operation they would be nine tenths of the file. */
function leaveOutFailures({ responses = {} }: Operation): void {
  for (const [status, response] of Object.entries(responses)) {
    if (status.startsWith('2')) delete response.headers;
    else Reflect.deleteProperty(responses, status);
  }
}

/** Without the merchants' paths, and without schemas that only they use: the pages' types change when their API does. */
function withReviewOnly(document: Document): Document {
  const paths = Object.fromEntries(
    Object.entries(document.paths).filter(([path]) => path === PREFIX || path.startsWith(`${PREFIX}/`)),
  );
  const used = new Set<string>();
  const follow = (node: unknown): void => {
    for (const [, name = ''] of JSON.stringify(node).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (used.has(name)) continue;
      used.add(name);
      follow(document.components.schemas[name]);
    }
  };
  for (const item of Object.values(paths)) Object.values(item).forEach(leaveOutFailures);
  follow(paths);
  // What failures carry: no operation names it.
  follow({ $ref: '#/components/schemas/ErrorData' });
  const { webhooks: _webhooks, ...rest } = document;
  const schemas = Object.fromEntries(
    Object.entries(document.components.schemas).filter(([name]) => used.has(name)),
  );
  return { ...rest, paths, components: { schemas } };
}
