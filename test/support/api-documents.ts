import { NestFactory } from '@nestjs/core';
import { randomBytes } from 'node:crypto';
import { ApiModule } from '../../src/api.module';
import { loadConfig } from '../../src/config';
import { type ApiDocuments, createDocuments } from '../../src/openapi';

/**
 * The API's documents, written from the code. Nothing is connected and nothing made: a preview of the application
 * knows its routes and their documentation.
 */
export async function apiDocuments(): Promise<ApiDocuments> {
  const key = randomBytes(32).toString('base64');
  const config = loadConfig({
    NODE_ENV: 'test',
    PUBLIC_URL: 'https://repasse.example',
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
  return createDocuments(app, config);
}
