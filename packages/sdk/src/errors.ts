import type { ErrorCode } from './schema.js';

/** One field that was refused. */
export interface FailureDetail {
  readonly field: string;
  readonly code: string;
  readonly message: string;
}

/** What the service answered to a request that it did not carry out. */
export class RepasseError extends Error {
  override readonly name: string = 'RepasseError';

  constructor(
    message: string,
    /** The HTTP status. */
    readonly status: number,
    /** A stable code: docs/errors.md names them all. A service newer than this client may have more. */
    readonly code: ErrorCode | (string & {}),
    /** Names the request in the service's logs. */
    readonly requestId: string | null,
    /** Every field that was refused, for `VALIDATION_FAILED`. */
    readonly details: readonly FailureDetail[],
    /** What some codes carry, as the obstacles of a submission. */
    readonly data: unknown,
    /** When it makes sense to ask again, where the service said so. */
    readonly retryAfterSeconds: number | null,
  ) {
    super(message);
  }
}

/** No answer came, also not to the last try. Whether the request was carried out is not known. */
export class RepasseConnectionError extends Error {
  override readonly name = 'RepasseConnectionError';

  constructor(
    message: string,
    /** The same request with this key is carried out once, whatever became of the tries before. */
    readonly idempotencyKey: string | null,
    cause: unknown,
  ) {
    super(message, { cause });
  }
}

interface Failure {
  message?: string;
  error?: string;
  request_id?: string;
  details?: FailureDetail[];
  data?: unknown;
  retry_after_seconds?: number;
}

/** The error of an answer that is no success; also when something between us and the service wrote it. */
export function failureOf(response: Response, body: unknown): RepasseError {
  const failure: Failure = typeof body === 'object' && body !== null ? body : {};
  return new RepasseError(
    failure.message ?? `The service answered ${response.status}.`,
    response.status,
    failure.error ?? 'UNKNOWN',
    failure.request_id ?? response.headers.get('x-request-id'),
    failure.details ?? [],
    failure.data ?? null,
    failure.retry_after_seconds ?? secondsOf(response.headers.get('retry-after')),
  );
}

/** `Retry-After` in seconds; dates are not used by the service. */
export function secondsOf(header: string | null): number | null {
  return header !== null && /^\d{1,9}$/.test(header) ? Number(header) : null;
}
