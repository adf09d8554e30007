import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { RepasseConnectionError, secondsOf } from './errors.js';

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 60_000;
const NOT_CARRIED_OUT = new Set([429, 503]);
const UNKNOWN_OUTCOME = new Set([500, 502, 504]);

export interface TransportOptions {
  /** How long one try may take. */
  readonly timeoutMs: number;
  /** Tries beyond the first. */
  readonly retries: number;
  readonly fetch: typeof fetch;
}

/**
 * A `fetch` that asks again when that is safe (decision 0021). Every POST carries one `Idempotency-Key` for all of its tries, so it is
 * carried out once; a PATCH whose answer was lost is not repeated, because somebody may have changed the record since.
 *
 * @throws RepasseConnectionError when no try was answered
 */
export function retryingFetch(options: TransportOptions): (request: Request) => Promise<Response> {
  return async (request) => {
    const key = idempotencyKeyOf(request);
    let isLost = false;
    for (let attempt = 0; ; attempt += 1) {
      const isLast = attempt === options.retries;
      let waitMs = backOff(attempt);
      try {
        const response = await attemptOnce(request, options);
        // It was there for the try before, whose answer was lost.
        if (isLost && request.method === 'DELETE' && response.status === 404)
          return new Response(null, { status: 204 });
        if (isLast || !(await mayRepeat(request, response))) return response;
        waitMs = Math.max(waitMs, (await statedWait(response)) ?? 0);
        if (waitMs > LONGEST_WAIT_MS) return response;
        isLost ||= UNKNOWN_OUTCOME.has(response.status);
        await response.body?.cancel();
      } catch (error) {
        if (request.signal.aborted) throw error;
        if (isLast || request.method === 'PATCH') throw connectionError(request, key, error);
        isLost = true;
      }
      await pause(waitMs, undefined, { signal: request.signal });
    }
  };
}

function idempotencyKeyOf(request: Request): string | null {
  if (request.method !== 'POST') return null;
  const key = request.headers.get('idempotency-key') ?? randomUUID();
  request.headers.set('idempotency-key', key);
  return key;
}

/** A copy is sent: the body of the request itself stays unread for the next try. */
async function attemptOnce(request: Request, { fetch, timeoutMs }: TransportOptions): Promise<Response> {
  const signal = AbortSignal.any([request.signal, AbortSignal.timeout(timeoutMs)]);
  const response = await fetch(new Request(request.clone(), { signal }));
  // Read within the same time, as a body that never ends is no answer.
  const body = response.status === 204 ? null : await response.arrayBuffer();
  return new Response(body, { status: response.status, headers: response.headers });
}

async function mayRepeat(request: Request, response: Response): Promise<boolean> {
  if (NOT_CARRIED_OUT.has(response.status)) return true;
  if (UNKNOWN_OUTCOME.has(response.status)) return request.method !== 'PATCH';
  return response.status === 409 && (await bodyOf(response)).error === 'IDEMPOTENCY_IN_PROGRESS';
}

async function statedWait(response: Response): Promise<number | null> {
  const seconds =
    secondsOf(response.headers.get('retry-after')) ?? (await bodyOf(response)).retry_after_seconds;
  return seconds === undefined ? null : seconds * 1_000;
}

async function bodyOf(response: Response): Promise<{ error?: string; retry_after_seconds?: number }> {
  try {
    return ((await response.clone().json()) as { error?: string } | null) ?? {};
  } catch {
    return {};
  }
}

/** Doubles with each try; half of it by chance, so that many clients do not come back together. */
function backOff(attempt: number): number {
  const whole = Math.min(FIRST_WAIT_MS * 2 ** attempt, LONGEST_WAIT_MS);
  return whole / 2 + (Math.random() * whole) / 2;
}

function connectionError(request: Request, key: string | null, cause: unknown): RepasseConnectionError {
  const { host } = new URL(request.url);
  const reason =
    cause instanceof Error && cause.name === 'TimeoutError' ? 'did not answer in time' : 'cannot be reached';
  return new RepasseConnectionError(`${host} ${reason} (${request.method}).`, key, cause);
}
