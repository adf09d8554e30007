import type { NestExpressApplication } from '@nestjs/platform-express';
import { SwaggerModule } from '@nestjs/swagger';
import type { AppConfig } from '../config';
import { createDocument } from './document';

/** `/openapi.json`, and `/docs`: pages that load nothing from outside (their files come with the product). */
export function serveDocumentation(app: NestExpressApplication, config: AppConfig): void {
  SwaggerModule.setup('docs', app, () => createDocument(app, config), {
    jsonDocumentUrl: 'openapi.json',
    raw: ['json'],
    customSiteTitle: 'Repasse API',
  });
}

export { createDocument };
