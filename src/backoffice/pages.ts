import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { existsSync } from 'node:fs';
import { extname, join } from 'node:path';
import sirv from 'sirv';
import { pagesPolicy } from './pages-policy';

/** Where the pages are: every link of theirs begins with it. */
export const PAGES_PATH = '/backoffice';

const PORTAL_PAGE = 'portal.html';

/** Names of these files change with their contents. */
const ASSETS = '/assets/';
/** Types of text, which are sent as UTF-8; what a page's address has instead of an ending is index.html. */
const TEXT_TYPES: Readonly<Record<string, string>> = {
  '': 'text/html; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
};

/**
 * Serves the built pages under PAGES_PATH: their files, compressed as the build laid them beside, and index.html for every
 * address that is a page of the router. A missing asset stays missing (an old page asks for one after a new version),
 * and so do other methods.
 */
export function servePages(directory = builtPages()): RequestHandler {
  return serve(directory, 'index.html', []);
}

/**
 * Serves the portal's page (decision 0048) for every address under its path. Its code and styles are the build's, and lie
 * where the desk's are. Pages of these origins may have it in a frame.
 */
export function servePortal(framedBy: readonly string[], directory = builtPages()): RequestHandler {
  const files = serve(directory, PORTAL_PAGE, framedBy);
  return (request, response, next) => {
    if (request.path.includes('.')) {
      next();
      return;
    }
    request.url = `/${PORTAL_PAGE}`;
    files(request, response, next);
  };
}

function serve(directory: string, page: string, framedBy: readonly string[]): RequestHandler {
  if (!existsSync(join(directory, page))) return (_request, _response, next) => next();
  const policy = pagesPolicy({ baseUri: "'none'", framedBy });
  const files = sirv(directory, {
    etag: true,
    brotli: true,
    gzip: true,
    single: page,
    ignores: ['\\.', `^${ASSETS}`],
    setHeaders: (response, path) => {
      const type = TEXT_TYPES[extname(path)];
      if (type !== undefined) response.setHeader('Content-Type', type);
    },
  });
  return (request: Request, response: Response, next: NextFunction) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      next();
      return;
    }
    // Before it is known whether there is a file: an answer "not modified" must not bring the API's policy instead.
    response.setHeader('Content-Security-Policy', policy);
    // It knows no origins: where there are some the policy alone says whose.
    if (framedBy.length === 0) response.setHeader('X-Frame-Options', 'DENY');
    else response.removeHeader('X-Frame-Options');
    response.setHeader('Permissions-Policy', 'camera=(), geolocation=(), microphone=(), payment=()');
    const isAsset = request.path.startsWith(ASSETS);
    response.setHeader('Cache-Control', isAsset ? 'public, max-age=31536000, immutable' : 'no-cache');
    files(request, response, () => {
      response.removeHeader('Cache-Control');
      next();
    });
  };
}

/** Beside the compiled service in dist; when the sources run (in tests), in dist as well. */
function builtPages(): string {
  const compiled = join(__dirname, '..', '..', 'backoffice');
  return existsSync(compiled) ? compiled : join(__dirname, '..', '..', 'dist', 'backoffice');
}
