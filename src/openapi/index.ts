import type { NestExpressApplication } from '@nestjs/platform-express';
import type { AppConfig } from '../config';
import { type ApiDocuments, createDocuments } from './document';
import { serveReference } from './reference';

/** `/openapi.json` for merchants, `/openapi-review.json` for operators, and `/docs`, the page that shows both. */
export function serveDocumentation(app: NestExpressApplication, config: AppConfig): void {
  let made: ApiDocuments | null = null;
  const documents = () => (made ??= createDocuments(app, config));
  const express = app.getHttpAdapter().getInstance();
  for (const name of ['openapi', 'openapi-review'] as const) {
    let text: string | null = null;
    express.get(`/${name}.json`, (_request, response) => {
      response.type('json').send((text ??= JSON.stringify(documents()[name])));
    });
  }
  serveReference(app);
}

export { type ApiDocuments, createDocuments };
