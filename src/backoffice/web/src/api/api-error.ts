import type { Schema } from './types';

/** What failures carry beside their message, by code. */
type ErrorData = Required<Schema<'ErrorData'>>;

/** One field that was wrong, as the API names it. */
export interface ErrorDetail {
  readonly field: string;
  readonly code: string;
  readonly message: string;
}

interface Failure {
  readonly message: string;
  readonly error: string;
  readonly request_id: string;
  readonly details?: readonly ErrorDetail[];
  readonly data?: object;
  readonly retry_after_seconds?: number;
}

/** Our own code for a request that got no answer. */
const NO_ANSWER = 'NO_ANSWER';

/** Our own code for a fault of the page itself, such as code that did not load. */
const PAGE_FAULT = 'PAGE_FAULT';

/** A request that failed: refused by the API, or without an answer. Every page shows it with ErrorAlert. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** When the request may be sent again after a 429 or a 503, in milliseconds since 1970; null otherwise. */
  readonly retryAt: number | null;
  /** Whether the browser had no network then. */
  readonly wasOffline = !navigator.onLine;

  constructor(
    /** The HTTP status; 0 when no answer came, -1 when no request was the reason. */
    readonly status: number,
    /** The API's stable code, e.g. CASE_CLAIMED. */
    readonly code: string,
    message: string,
    readonly requestId: string | null,
    readonly details: readonly ErrorDetail[] = [],
    retryAfterSeconds: number | null = null,
    private readonly data: object | null = null,
  ) {
    super(message);
    this.retryAt = retryAfterSeconds === null ? null : Date.now() + retryAfterSeconds * 1_000;
  }

  /** What an error of this code carries; null of another code, and where the API had nothing to tell. */
  dataOf<Code extends keyof ErrorData>(code: Code): ErrorData[Code] | null {
    return this.code === code ? (this.data as ErrorData[Code] | null) : null;
  }

  /** Nobody knows whether the request had its effect. */
  get isUnanswered(): boolean {
    return this.status === 0;
  }

  static unanswered(cause: unknown): ApiError {
    const reason = cause instanceof Error ? cause.message : String(cause);
    return new ApiError(0, NO_ANSWER, reason, null);
  }

  static async from(response: Response): Promise<ApiError> {
    const body = (await response.json().catch(() => null)) as Partial<Failure> | null;
    const header = Number(response.headers.get('retry-after') ?? Number.NaN);
    return new ApiError(
      response.status,
      body?.error ?? `HTTP_${response.status}`,
      body?.message ?? response.statusText,
      body?.request_id ?? response.headers.get('x-request-id'),
      body?.details ?? [],
      body?.retry_after_seconds ?? (Number.isFinite(header) ? header : null),
      body?.data ?? null,
    );
  }
}

/** What a page shows for anything that was thrown. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  return new ApiError(-1, PAGE_FAULT, error instanceof Error ? error.message : String(error), null);
}
