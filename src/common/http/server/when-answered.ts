import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { contextOf, type RequestContext } from '../request-context';

/** Is told of a request that is over: answered, or given up by its sender (then `response.writableFinished` is false). */
export type WhenAnswered = (request: Request, response: Response, context: RequestContext) => void;

/** Tells all of them with one listener: each one of its own costs every request an array and a closure. */
export function whenAnswered(...all: readonly WhenAnswered[]): RequestHandler {
  return (request: Request, response: Response, next: NextFunction) => {
    response.once('close', () => {
      const context = contextOf(request);
      for (const tell of all) tell(request, response, context);
    });
    next();
  };
}

/** The pattern of the route that took a request, e.g. `/v1/charges/:id`; `unknown` when there is none. */
export function routePattern({ route }: Request): string {
  const path = (route as { path?: unknown } | undefined)?.path;
  return typeof path === 'string' && path.startsWith('/') ? path : 'unknown';
}
