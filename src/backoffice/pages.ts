import { static as serveFiles } from 'express';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Where the pages are: every link of theirs begins with it. */
export const PAGES_PATH = '/backoffice';

/**
 * What the pages may load, all of it from here. Mantine writes style elements; pictures and PDFs of documents are
 * blobs made by the page; the PDF reader decodes some pictures with WebAssembly. No script that is not a file of ours,
 * and no frame, neither in the page nor around it.
 */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' blob: data:",
  "font-src 'self' data:",
  "connect-src 'self' blob:",
  "worker-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Names of these files change with their contents. */
const ASSETS = '/assets/';
const ENCODINGS = [
  { name: 'br', suffix: '.br' },
  { name: 'gzip', suffix: '.gz' },
] as const;
const TYPES: readonly (readonly [RegExp, string])[] = [
  [/\.m?js$/, 'text/javascript; charset=utf-8'],
  [/\.css$/, 'text/css; charset=utf-8'],
  [/\.html$/, 'text/html; charset=utf-8'],
  [/\.svg$/, 'image/svg+xml'],
  [/\.wasm$/, 'application/wasm'],
  [/\.json$/, 'application/json; charset=utf-8'],
];

/**
 * Serves the built pages under PAGES_PATH: their files, and index.html for every address that is a page of the router.
 * A missing asset stays missing (an old page asks for one after a new version), and so do other methods.
 */
export function servePages(directory = builtPages()): RequestHandler {
  const files = serveFiles(directory, {
    index: false,
    redirect: false,
    etag: true,
    dotfiles: 'ignore',
    setHeaders: setTypeAndEncoding,
  });
  return (request: Request, response: Response, next: NextFunction) => {
    if (
      (request.method !== 'GET' && request.method !== 'HEAD') ||
      !existsSync(join(directory, 'index.html'))
    ) {
      next();
      return;
    }
    response.setHeader('Content-Security-Policy', CONTENT_SECURITY_POLICY);
    response.setHeader('X-Frame-Options', 'DENY');
    response.setHeader('Permissions-Policy', 'camera=(), geolocation=(), microphone=(), payment=()');
    const isAsset = request.path.startsWith(ASSETS);
    response.setHeader('Cache-Control', isAsset ? 'public, max-age=31536000, immutable' : 'no-cache');
    if (!isAsset && !request.path.includes('.')) request.url = '/index.html';
    request.url = compressed(request, response, directory);
    files(request, response, (error?: unknown) => {
      for (const name of ['Cache-Control', 'Content-Encoding']) response.removeHeader(name);
      next(error);
    });
  };
}

/** The compressed copy that the build laid beside a file, where the browser takes it. */
function compressed(request: Request, response: Response, directory: string): string {
  const { path } = request;
  if (!/^[\w./-]+$/.test(path) || path.includes('..')) return request.url;
  const encoding = ENCODINGS.find(({ name }) => request.acceptsEncodings(name) === name);
  response.vary('Accept-Encoding');
  return encoding !== undefined && existsSync(join(directory, path + encoding.suffix))
    ? path + encoding.suffix
    : request.url;
}

function setTypeAndEncoding(response: Response, file: string): void {
  const encoding = ENCODINGS.find(({ suffix }) => file.endsWith(suffix));
  if (encoding === undefined) return;
  response.setHeader('Content-Encoding', encoding.name);
  const plain = file.slice(0, -encoding.suffix.length);
  const type = TYPES.find(([name]) => name.test(plain))?.[1];
  if (type !== undefined) response.setHeader('Content-Type', type);
}

/** Beside the compiled service in dist; when the sources run (in tests), in dist as well. */
function builtPages(): string {
  const compiled = join(__dirname, '..', '..', 'backoffice');
  return existsSync(compiled) ? compiled : join(__dirname, '..', '..', 'dist', 'backoffice');
}
