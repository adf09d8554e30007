import type { NestExpressApplication } from '@nestjs/platform-express';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import sirv from 'sirv';

const PATH = '/docs';

/** Scalar draws with style elements and data: pictures. Nothing is asked of, or sent to, another origin. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Repasse API</title>
    <link rel="icon" href="/backoffice/icon.svg" type="image/svg+xml" />
  </head>
  <body>
    <div id="reference"></div>
    <noscript>This page needs JavaScript. The documents themselves: /openapi.json, /openapi-review.json.</noscript>
    <script src="${PATH}/scalar.js"></script>
    <script src="${PATH}/reference.js"></script>
  </body>
</html>
`;

/** What would call one of Scalar's own services is off; the policy above holds it to that. */
const SCRIPT = `Scalar.createApiReference('#reference', ${JSON.stringify({
  sources: [
    { title: 'For merchants', slug: 'merchants', url: '/openapi.json', default: true },
    { title: 'For operators', slug: 'operators', url: '/openapi-review.json' },
  ],
  withDefaultFonts: false,
  telemetry: false,
  showDeveloperTools: 'never',
  hideClientButton: true,
  agent: { disabled: true },
  mcp: { disabled: true },
  persistAuth: false,
})});
`;

/** `/docs`: both documents to read and to try, by Scalar, from our own origin. */
export function serveReference(app: NestExpressApplication): void {
  const express = app.getHttpAdapter().getInstance();
  express.get(PATH, (_request, response) => {
    response.setHeader('Content-Security-Policy', CONTENT_SECURITY_POLICY);
    response.type('html').send(PAGE);
  });
  express.get(`${PATH}/reference.js`, (_request, response) => {
    response.type('js').send(SCRIPT);
  });
  // The build lays it there; where only the service was built there is none.
  const directory = builtReference();
  if (existsSync(directory)) app.use(PATH, sirv(directory, { etag: true, brotli: true, gzip: true }));
}

/** Beside the compiled service in dist; when the sources run (in tests), in dist as well. */
function builtReference(): string {
  const compiled = join(__dirname, '..', '..', 'api-reference');
  return existsSync(compiled) ? compiled : join(__dirname, '..', '..', 'dist', 'api-reference');
}
