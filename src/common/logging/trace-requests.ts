import type { RequestHandler } from 'express';
import { contextOf, routePattern } from '../http';
import { goOnIn, type Tracing } from '../tracing';
import { maskSensitive } from './mask';

/** Who asks every few seconds, for ever, is not what somebody looks for in traces. */
const NOT_TRACED = /^\/(health\/|metrics$)/i;

/**
 * Traces the requests that have a line in the log: each is a span that goes on with the trace of its header `traceparent`, or
 * begins one. Its attributes are those of the line, its name is the route's.
 */
export function traceRequests(tracing: Tracing): RequestHandler {
  return (request, response, next) => {
    if (NOT_TRACED.test(request.path)) {
      next();
      return;
    }
    const context = contextOf(request);
    const { traceparent } = request.headers;
    const span = tracing.begin(request.method, {
      kind: 'server',
      isRoot: true,
      parent: typeof traceparent === 'string' ? traceparent : null,
      beganMs: context.beganMs,
    });
    context.traceId = span.context?.traceId ?? null;
    response.once('close', () => {
      const route = routePattern(request);
      span.rename(`${request.method} ${route}`);
      span.note({
        'http.request.method': request.method,
        'http.route': route,
        'http.response.status_code': response.statusCode,
        'repasse.request_id': maskSensitive(context.requestId),
        'repasse.caller': context.caller?.subject ?? null,
        'repasse.error': context.failure,
        'repasse.given_up': !response.writableFinished,
      });
      if (response.statusCode >= 500) span.fail(context.failure ?? String(response.statusCode));
      span.end();
    });
    goOnIn(span.context, next);
  };
}
