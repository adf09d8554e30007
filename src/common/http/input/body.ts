import { isUtf8 } from 'node:buffer';
import express, { type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import { CodedError, commonErrors } from '../../errors';
import { contextOf } from '../request-context';
import { inTurn } from './in-turn';
import { findJsonFault, type JsonFault, MAX_JSON_LEVELS, MAX_JSON_VALUES } from './screen-json';

/** Requests of institutions, whose signatures are over the bytes: their bodies stay as they came. */
const RAW = /^\/providers(\/|$)/i;

/** contract §1: the largest body. */
export const MAX_BODY_BYTES = 256 * 1024;

/** Far more than an ordinary request: from here on reading it is felt by others. */
const LARGE_BYTES = 16 * 1024;

const BYTE_ORDER_MARK = '\ufeff';

const FAULTS: Readonly<Record<JsonFault, string>> = {
  too_deep: `The body is nested deeper than ${MAX_JSON_LEVELS} levels.`,
  too_many_values: `The body has more than ${MAX_JSON_VALUES} values.`,
  repeated_name: 'An object of the body has a field twice.',
};

/**
 * Reads the body, JSON but for those of institutions, of a request that has not been refused yet. A fault is kept in the context:
 * the guards speak first (429, 401, 403), then the body.
 *
 * @param isFile paths whose body is a file: whoever serves them reads it, when the guards have spoken
 */
export function jsonBody(isFile: (path: string) => boolean = () => false): RequestHandler {
  const read = express.raw({ limit: MAX_BODY_BYTES, inflate: false, type: () => true });
  return (request: Request, response: Response, next: NextFunction) => {
    const context = contextOf(request);
    if (context.refusal !== null || context.rateLimit?.exceeded === true || isFile(request.path)) {
      next();
      return;
    }
    const isRaw = RAW.test(request.path);
    if (!isRaw && hasBody(request) && !isJsonInUtf8(request)) {
      context.bodyError = commonErrors.UNSUPPORTED_MEDIA_TYPE();
      next();
      return;
    }
    read(request, response, (error?: unknown) => {
      if (error !== undefined && error !== null) context.bodyError = bodyError(error);
      else if (!isRaw && Buffer.isBuffer(request.body)) {
        const bytes = request.body;
        const parse = (): void => {
          try {
            request.body = parseJson(bytes);
          } catch (fault) {
            context.bodyError = bodyError(fault);
          }
          next();
        };
        request.body = undefined;
        if (bytes.length > LARGE_BYTES) inTurn(parse);
        else parse();
        return;
      }
      next();
    });
  };
}

/** The parsed body; undefined for an empty one. Screened first, so that nothing after it walks what no request needs. */
function parseJson(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined;
  if (!isUtf8(bytes)) throw commonErrors.MALFORMED_JSON();
  const decoded = bytes.toString('utf8');
  const text = decoded.startsWith(BYTE_ORDER_MARK) ? decoded.slice(1) : decoded;
  const fault = findJsonFault(text);
  if (fault !== null) throw commonErrors.MALFORMED_JSON({ message: FAULTS[fault] });
  return JSON.parse(text);
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
  if (error instanceof CodedError) return error;
  const status = typeof error === 'object' && error !== null && 'status' in error ? error.status : undefined;
  if (status === 413) return commonErrors.PAYLOAD_TOO_LARGE();
  if (status === 415) return commonErrors.UNSUPPORTED_MEDIA_TYPE();
  return commonErrors.MALFORMED_JSON();
}
