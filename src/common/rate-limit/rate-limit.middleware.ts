import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { RateLimits } from '../../config';
import { contextOf } from '../http';
import type { RateLimiter } from './rate-limiter';

/** A caller that brings limits of its own. */
export interface LimitedCaller {
  readonly limits?: RateLimits;
}

/** The API, and where institutions tell us of payments: those count by their address. */
const COUNTED = /^\/(v1|providers)(\/|$)/i;

/**
 * Counts every request under these and sets the headers before anything can fail, so that every answer carries
 * them; the guard alone refuses.
 */
export function countRequests(limiter: RateLimiter): RequestHandler {
  return (request: Request, response: Response, next: NextFunction) => {
    if (!COUNTED.test(request.path)) {
      next();
      return;
    }
    const context = contextOf(request);
    const { address } = context;
    const caller: (LimitedCaller & { readonly subject: string }) | null = context.caller;
    const counted =
      caller === null
        ? { subject: `ip:${address}`, limits: null }
        : { subject: caller.subject, limits: caller.limits ?? null };
    // contract §3: whom we could not look up is counted nowhere, least of all against the address of a good caller.
    const decided =
      context.refusal?.kind === 'unavailable'
        ? Promise.resolve(limiter.uncounted())
        : limiter.count(counted, address, request.method, request.path);
    decided
      .then((decision) => {
        context.rateLimit = decision;
        response.setHeader('X-RateLimit-Limit', decision.limit);
        response.setHeader('X-RateLimit-Remaining', decision.remaining);
        response.setHeader('X-RateLimit-Reset', decision.resetAtSeconds);
        next();
      })
      .catch(next);
  };
}
