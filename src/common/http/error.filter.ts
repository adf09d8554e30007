import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, Logger } from '@nestjs/common';
import type { Request, Response } from 'express';
import { isUnavailable } from '../../database';
import { CodedError, commonErrors, type ErrorDetail, type ErrorKind } from '../errors';
import { logOfRequest } from '../log-of-request';
import { errorMessage } from '../text';
import { contextOf, rateLimitExceeded } from './request-context';

/** The one place that knows which HTTP status a kind of failure has (contract §1). */
const STATUS: Record<ErrorKind, number> = {
  malformed: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  too_large: 413,
  unsupported_media: 415,
  rule: 422,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
};

/** contract §1: entries of `details`, the last of which says how many more there are; and the whole answer. */
const MAX_DETAILS = 100;
const MAX_FAILURE_BYTES = 64 * 1024;

export function statusOf(kind: ErrorKind): number {
  return STATUS[kind];
}

/** Writes the failure envelope of every error of every route; what is unknown becomes a 500 and is logged. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  private readonly logger = new Logger('Errors');

  catch(thrown: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<Request>();
    const response = host.switchToHttp().getResponse<Response>();
    const { requestId } = contextOf(request);
    const error = coded(thrown, request, response);
    if (error.cause !== undefined) logOfRequest(this.logger, 'error', requestId, reasonOf(error));
    if (response.headersSent) {
      response.end();
      return;
    }
    if (error.kind === 'unauthorized') response.setHeader('WWW-Authenticate', challenge(request));
    if (error.kind === 'rate_limited')
      response.setHeader('Retry-After', String(error.retryAfterSeconds ?? 1));
    contextOf(request).failure = error.code;
    response.status(STATUS[error.kind]);
    response.setHeader('Cache-Control', 'no-store');
    response.setHeader('Content-Type', 'application/json; charset=utf-8');
    response.send(Buffer.from(failureText(error, requestId), 'utf8'));
  }
}

function coded(thrown: unknown, request: Request, response: Response): CodedError {
  if (thrown instanceof CodedError) return thrown;
  if (isUnavailable(thrown)) return commonErrors.UNAVAILABLE({ retryAfterSeconds: 1, cause: thrown });
  const status = thrown instanceof HttpException ? thrown.getStatus() : statusField(thrown);
  // No handler matched: Nest's own 404, before any of ours ran.
  if (status === 404 || !decodes(request.path)) return unknownRoute(request, response);
  if (status !== null && status >= 400 && status < 500) return commonErrors.MALFORMED_REQUEST();
  return commonErrors.INTERNAL_ERROR({ cause: thrown ?? 'something that is no error was thrown' });
}

/** What nobody expected is told with its place. */
function reasonOf({ code, kind, cause }: CodedError): string {
  const place = kind === 'internal' && cause instanceof Error ? cause.stack : undefined;
  return place ?? `${code}: ${errorMessage(cause)}`;
}

function decodes(path: string): boolean {
  try {
    return decodeURIComponent(path) !== '';
  } catch {
    return false;
  }
}

/** No guard runs where no route matches, so the limit is held here as well. */
function unknownRoute(request: Request, response: Response): CodedError {
  const { rateLimit } = contextOf(request);
  if (rateLimit?.exceeded === true) return rateLimitExceeded(rateLimit);
  const allowed = allowedMethods(request);
  if (allowed.length === 0) return commonErrors.NOT_FOUND();
  response.setHeader('Allow', allowed.join(', '));
  return commonErrors.METHOD_NOT_ALLOWED();
}

/** Express and its parts put a status on their errors, e.g. 400 for a path that does not decode. */
function statusField(thrown: unknown): number | null {
  if (typeof thrown !== 'object' || thrown === null || !('status' in thrown)) return null;
  return typeof thrown.status === 'number' ? thrown.status : null;
}

/** contract §1: operators' pages and the portal's use a session, so no browser is asked for Basic credentials there. */
function challenge(request: Request): string {
  const usedBasic = /^basic /i.test(request.headers.authorization ?? '');
  if (!usedBasic && /^\/v1\/review(\/|$)/i.test(request.path)) return 'Session realm="review"';
  if (!usedBasic && isOfPortal(request)) return 'Session realm="portal"';
  return 'Basic realm="repasse", charset="UTF-8"';
}

/** The portal's own paths; and what one of our pages asks without credentials, which can be no other: its cookie has ended. */
function isOfPortal(request: Request): boolean {
  return (
    /^\/v1\/portal-sessions\/current\/?$/i.test(request.path) ||
    /(?:^|;\s*)(?:__Host-)?repasse_portal=/.test(request.headers.cookie ?? '') ||
    request.headers['x-repasse-page'] === 'portal'
  );
}

/** The parts of Express' router that tell which routes match a path. */
interface Layer {
  readonly route?: { readonly methods: Readonly<Record<string, boolean>> };
  match(path: string): boolean;
}

/** The methods that some route has for this request's path, for 405 and its Allow header; empty when there is none. */
function allowedMethods(request: Request): string[] {
  const { stack } = (request.app as unknown as { router: { stack: readonly Layer[] } }).router;
  const methods = new Set<string>();
  for (const layer of stack) {
    // A layer for every method there is (CONNECT too) is middleware, not a route of the product.
    if (layer.route === undefined || 'connect' in layer.route.methods || !matches(layer, request.path))
      continue;
    for (const method of Object.keys(layer.route.methods)) methods.add(method.toUpperCase());
  }
  if (methods.has('GET')) methods.add('HEAD');
  return [...methods].sort();
}

/** A path that does not decode matches nothing. */
function matches(layer: Layer, path: string): boolean {
  try {
    return layer.match(path);
  } catch {
    return false;
  }
}

/** The failure envelope of an error, as it is sent. Halves the details until the answer is no longer than it may be. */
function failureText(error: CodedError, requestId: string): string {
  const { details } = error;
  for (let most = MAX_DETAILS; ; most = Math.floor(most / 2)) {
    const text = JSON.stringify({
      success: false,
      message: error.message,
      error: error.code,
      request_id: requestId,
      ...(details === undefined ? {} : { details: firstOf(details, most) }),
      ...(error.data === undefined ? {} : { data: error.data }),
      ...(error.retryAfterSeconds === undefined ? {} : { retry_after_seconds: error.retryAfterSeconds }),
    });
    if (most <= 1 || details === undefined || Buffer.byteLength(text) <= MAX_FAILURE_BYTES) return text;
  }
}

function firstOf(details: readonly ErrorDetail[], most: number): readonly ErrorDetail[] {
  if (details.length <= most) return details;
  const more = details.length - most + 1;
  return [...details.slice(0, most - 1), { field: '', code: 'more', message: `and ${more} more` }];
}
