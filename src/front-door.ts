import type { RequestHandler } from 'express';
import { PAGES_PATH } from './backoffice';

interface Place {
  readonly path: string;
  readonly name: string;
}

/** `GET /`: who opens the service's bare address finds what there is, as a page in a browser and as JSON elsewhere. */
export function frontDoor(options: { docs: boolean }): RequestHandler {
  const places: Place[] = [
    ...(options.docs ? [{ path: '/docs', name: 'API reference' }] : []),
    ...(options.docs ? [{ path: '/openapi.json', name: 'OpenAPI document' }] : []),
    { path: PAGES_PATH, name: 'Back office' },
    { path: '/health/ready', name: 'Health' },
  ];
  const page = pageOf(places);
  return (request, response) => {
    response.vary('Accept');
    if (request.accepts(['json', 'html']) === 'html') response.type('html').send(page);
    else response.json({ success: true, message: 'This is Repasse', data: { places } });
  };
}

function pageOf(places: readonly Place[]): string {
  const items = places.map(({ path, name }) => `      <li><a href="${path}">${name}</a></li>`);
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>Repasse</title>
    <link rel="icon" href="${PAGES_PATH}/icon.svg" type="image/svg+xml" />
    <style>body { font: 1rem/1.8 system-ui, sans-serif; margin: 15vh auto 0; max-width: 20rem; padding: 0 1rem; }</style>
  </head>
  <body>
    <h1>Repasse</h1>
    <ul>
${items.join('\n')}
    </ul>
  </body>
</html>
`;
}
