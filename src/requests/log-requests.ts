import { identityOf } from '../auth';
import { type Clock, type IdGenerator } from '../common';
import { routePattern, type WhenAnswered } from '../common/http';
import { maskSensitive } from '../common/logging';
import type { RequestLogService } from './request-log.service';

/**
 * Notes each request whose credentials were a merchant's, when it has been answered. Only what tells the pattern of the path: no
 * value of a path, a query, a body or a header but the request's id.
 */
export function logRequests(log: RequestLogService, ids: IdGenerator, clock: Clock): WhenAnswered {
  return (request, response, { requestId, isIdSent, beganMs, failure }) => {
    const identity = identityOf(request);
    if (identity?.kind !== 'merchant' || !response.writableFinished) return;
    const tookMs = performance.now() - beganMs;
    log.note({
      merchantId: identity.merchantId,
      id: ids.next(),
      // Its caller may have put anything into it: what no log shows is not kept either.
      requestId: isIdSent ? maskSensitive(requestId) : requestId,
      at: new Date(clock.now().getTime() - tookMs),
      method: request.method,
      // As the API's document writes it.
      route: routePattern(request).replace(/:(\w+)/g, '{$1}'),
      status: response.statusCode,
      durationMs: Math.round(tookMs),
      error: failure,
    });
  };
}
