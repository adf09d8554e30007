import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { identityOf } from '../auth';
import { type Clock, type IdGenerator } from '../common';
import { contextOf } from '../common/http';
import { maskSensitive } from '../common/logging';
import type { RequestLogService } from './request-log.service';

/**
 * Notes each request whose credentials were a merchant's, when it has been answered. Only what tells the pattern of the path: no
 * value of a path, a query, a body or a header but the request's id.
 */
export function logRequests(log: RequestLogService, ids: IdGenerator, clock: Clock): RequestHandler {
  return (request: Request, response: Response, next: NextFunction) => {
    const begunMs = performance.now();
    const at = clock.now();
    response.once('finish', () => {
      const identity = identityOf(request);
      if (identity?.kind !== 'merchant') return;
      const { requestId, failure } = contextOf(request);
      log.note({
        merchantId: identity.merchantId,
        id: ids.next(),
        // Its caller may have put anything into it: what no log shows is not kept either.
        requestId: maskSensitive(requestId),
        at,
        method: request.method,
        route: routeOf(request),
        status: response.statusCode,
        durationMs: Math.round(performance.now() - begunMs),
        error: failure,
      });
    });
    next();
  };
}

/** As the API's document writes it. */
function routeOf({ route }: Request): string {
  const path = (route as { path?: unknown } | undefined)?.path;
  // What no route takes ends at one that takes everything, and begins with no slash.
  return typeof path === 'string' && path.startsWith('/') ? path.replace(/:(\w+)/g, '{$1}') : 'unknown';
}
