import { type CodedError, commonErrors } from '../errors';

/** Who sends the request, as far as the shared mechanisms need to know. */
export interface Caller {
  /** Unique over all kinds of callers, e.g. `merchant:0190…`: the scope of rate limits and idempotency keys. */
  readonly subject: string;
}

/** What the counters said of this request (specification, Rate limits). */
export interface RateLimitDecision {
  readonly limit: number;
  readonly remaining: number;
  /** Unix time in seconds at which the window ends. */
  readonly resetAtSeconds: number;
  /** Whole seconds until then. */
  readonly retryAfterSeconds: number;
  readonly exceeded: boolean;
}

/** What is known of a request before its handler runs. */
export interface RequestContext {
  readonly requestId: string;
  /** The sender chose the id: it may hold anything, and is masked wherever it is kept or shown to others. */
  readonly isIdSent: boolean;
  /** When it came, by `performance.now()`. */
  readonly beganMs: number;
  /** It went on to the routes of the product, past what serves pages and documents: its answer has a line in the log. */
  isLogged: boolean;
  /** Where it comes from, as it is counted: an IPv4 address, or the /64 of an IPv6 address. */
  address: string;
  caller: Caller | null;
  /** Why there is no caller: nothing (or something wrong) was sent, or the credentials could not be looked up. */
  refusal: CodedError | null;
  rateLimit: RateLimitDecision | null;
  /** The trace that it belongs to; null while nothing is traced. */
  traceId: string | null;
  /** The code of the failure that was answered. */
  failure: string | null;
  /** The body could not be read. Told only after the guards, so that nobody unknown learns more than 401. */
  bodyError: CodedError | null;
}

/** On the request itself: a WeakMap beside it is looked through at each collection of garbage, and asked some 20 times a request. */
const CONTEXT = Symbol('context');

interface WithContext {
  [CONTEXT]?: RequestContext;
}

export function openContext(request: object, requestId: string, isIdSent: boolean): void {
  (request as WithContext)[CONTEXT] = {
    requestId,
    isIdSent,
    beganMs: performance.now(),
    isLogged: false,
    address: 'unknown',
    caller: null,
    refusal: null,
    rateLimit: null,
    traceId: null,
    failure: null,
    bodyError: null,
  };
}

export function contextOf(request: object): RequestContext {
  const context = (request as WithContext)[CONTEXT];
  if (context === undefined)
    throw new Error('the request has no context: the request-id middleware did not run');
  return context;
}

/** 429 with the whole seconds until the window ends. */
export function rateLimitExceeded({ retryAfterSeconds }: RateLimitDecision): CodedError {
  return commonErrors.RATE_LIMIT_EXCEEDED({ retryAfterSeconds });
}
