import type { NextFunction, Request, Response } from 'express';
import type { DestinationStream } from 'pino';
import type { AppConfig } from '../../config';
import { contextOf, routePattern, type WhenAnswered } from '../http';
import { maskSensitive } from './mask';
import { readableLine } from './readable-line';

/** Levels at which the line of an answer is left out, and so is that of a failure. */
const ABOVE_ANSWERS = new Set(['warn', 'error', 'fatal', 'silent']);
const ABOVE_FAILURES = new Set(['fatal', 'silent']);
/** Probes come every few seconds, and would drown the others. */
const PROBES = /^\/health\//i;

/** From here on a request is one for the routes of the product: its answer has a line. */
export function logAnswer(request: Request, _response: Response, next: NextFunction): void {
  contextOf(request).isLogged = !PROBES.test(request.path) || request.method !== 'GET';
  next();
}

/**
 * Writes the line of each request: its id, method, route pattern, names of parameters, status, who sent it, duration. Made by
 * hand (decision 0029): all of it is ours but the id and the names, so that only a line with one of these is looked through for secrets.
 */
export function requestLine(process: string, config: AppConfig, stream: DestinationStream): WhenAnswered {
  const { logLevel, logFormat } = config;
  return (request, response, { requestId, isIdSent, beganMs, isLogged, caller, traceId }) => {
    const isFailure = response.statusCode >= 500;
    if (!isLogged || (isFailure ? ABOVE_FAILURES : ABOVE_ANSWERS).has(logLevel)) return;
    const parameters = namesOfParameters(request);
    const entry = {
      level: isFailure ? 'error' : 'info',
      time: new Date().toISOString(),
      process,
      request_id: requestId,
      method: request.method,
      route: routePattern(request),
      parameters,
      status: response.statusCode,
      caller: caller?.subject ?? null,
      ...(traceId !== null && { trace_id: traceId }),
      duration_ms: Math.round(performance.now() - beganMs),
      message: isFailure ? 'request failed' : 'request',
    };
    const line = `${JSON.stringify(entry)}\n`;
    const masked = isIdSent || parameters.length > 0 ? maskSensitive(line) : line;
    stream.write(logFormat === 'json' ? masked : readableLine(masked));
  };
}

function namesOfParameters(request: Request): string[] {
  return request.originalUrl.includes('?') ? Object.keys(request.query) : [];
}
