import { isUtf8 } from 'node:buffer';
import express, { type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import { type CodedError, commonErrors } from '../errors';
import { contextOf } from './request-context';

/** Requests of institutions, whose signatures are over the bytes: their bodies stay as they came. */
const RAW = /^\/providers(\/|$)/i;

/** contract §1: the largest body. */
export const MAX_BODY_BYTES = 256 * 1024;

class NotUtf8 extends Error {}

/**
 * Reads the body, JSON but for those of institutions, of a request that has not been refused yet. A fault is kept in the context:
 * the guards speak first (429, 401, 403), then the body.
 */
export function jsonBody(): RequestHandler {
  const parse = express.json({
    limit: MAX_BODY_BYTES,
    inflate: false,
    strict: false,
    type: 'application/json',
    verify: (_request, _response, bytes) => {
      if (!isUtf8(bytes)) throw new NotUtf8();
    },
  });
  const keep = express.raw({ limit: MAX_BODY_BYTES, inflate: false, type: () => true });
  return (request: Request, response: Response, next: NextFunction) => {
    const context = contextOf(request);
    if (context.refusal !== null || context.rateLimit?.exceeded === true) {
      next();
      return;
    }
    const isRaw = RAW.test(request.path);
    if (!isRaw && hasBody(request) && !isJsonInUtf8(request)) {
      context.bodyError = commonErrors.UNSUPPORTED_MEDIA_TYPE();
      next();
      return;
    }
    (isRaw ? keep : parse)(request, response, (error?: unknown) => {
      if (error !== undefined && error !== null) context.bodyError = bodyError(error);
      next();
    });
  };
}

function hasBody(request: Request): boolean {
  return (
    request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0
  );
}

function isJsonInUtf8(request: Request): boolean {
  const charset =
    /;\s*charset\s*=\s*"?([^\s";]*)/i.exec(request.headers['content-type'] ?? '')?.[1] ?? 'utf-8';
  return request.is('application/json') !== false && charset.toLowerCase() === 'utf-8';
}

function bodyError(error: unknown): CodedError {
  const status = typeof error === 'object' && error !== null && 'status' in error ? error.status : undefined;
  if (status === 413) return commonErrors.PAYLOAD_TOO_LARGE();
  if (status === 415) return commonErrors.UNSUPPORTED_MEDIA_TYPE();
  return commonErrors.MALFORMED_JSON();
}
