import { CodedError, defineErrors, type ErrorDetail } from './coded-error';
import { LastChangeData } from './last-change.data';

export const commonErrors = defineErrors({
  MALFORMED_JSON: {
    kind: 'malformed',
    message: 'The body is not valid JSON. Send one JSON object, encoded as UTF-8.',
  },
  MALFORMED_REQUEST: {
    kind: 'malformed',
    message: 'The request could not be read. Check its path, headers and encoding.',
  },
  INVALID_IDEMPOTENCY_KEY: {
    kind: 'malformed',
    message: 'Idempotency-Key takes 1 to 255 visible ASCII characters and may be sent once.',
  },
  IDEMPOTENCY_KEY_REQUIRED: {
    kind: 'malformed',
    message: 'What moves money needs an Idempotency-Key: send one, and the same one to repeat the request.',
  },
  UNAUTHORIZED: {
    kind: 'unauthorized',
    message: 'Send HTTP Basic credentials: a valid public key, a colon, and its secret key.',
  },
  FORBIDDEN: { kind: 'forbidden', message: 'These credentials do not allow this request.' },
  NOT_FOUND: { kind: 'not_found', message: 'There is nothing here: check the path and the id.' },
  METHOD_NOT_ALLOWED: {
    kind: 'method_not_allowed',
    message: 'This path has no such method. The Allow header names those it has.',
  },
  INVALID_STATE: {
    kind: 'conflict',
    message: 'This is not possible in the present status.',
    optionalData: LastChangeData,
  },
  STALE_VERSION: {
    kind: 'conflict',
    message:
      'The record has changed meanwhile. Read it again and repeat with its present version in If-Match.',
    optionalData: LastChangeData,
  },
  OPERATION_IN_PROGRESS: {
    kind: 'conflict',
    message: 'The provider has not answered an earlier request about this yet. Read it again shortly.',
  },
  PROVIDER_REFUSED: {
    kind: 'conflict',
    message: 'The payment provider refused this. Everything is as it was.',
  },
  PROVIDER_NOT_CONFIGURED: {
    kind: 'conflict',
    message:
      'No payment provider is configured for this. Use a test merchant, or have an account at a provider added.',
  },
  IDEMPOTENCY_IN_PROGRESS: {
    kind: 'conflict',
    message: 'The first request with this Idempotency-Key is still running. Send it again in a moment.',
  },
  PAYLOAD_TOO_LARGE: { kind: 'too_large', message: 'The body is larger than 256 KiB.' },
  UNSUPPORTED_MEDIA_TYPE: {
    kind: 'unsupported_media',
    message: 'Send the body as application/json in UTF-8, without content encoding.',
  },
  VALIDATION_FAILED: { kind: 'rule', message: 'Some fields are not valid: see details.' },
  INSUFFICIENT_BALANCE: {
    kind: 'rule',
    message: 'There is not enough money for this: see details, or read the wallet.',
  },
  IDEMPOTENCY_KEY_REUSED: {
    kind: 'rule',
    message: 'This Idempotency-Key was used with another body. Use a new key for a new request.',
  },
  RATE_LIMIT_EXCEEDED: {
    kind: 'rate_limited',
    message: 'Too many requests in this window. Wait for the seconds that Retry-After names.',
  },
  INTERNAL_ERROR: {
    kind: 'internal',
    message: 'Something failed on our side. Repeat the request; if it fails again, tell us the request_id.',
  },
  UNAVAILABLE: {
    kind: 'unavailable',
    message: 'A part of the service is down. Repeat the request in a moment.',
  },
});

/** What a body names is not there: its path is right, so the answer says which thing is missing. */
export function noSuch(thing: string): CodedError {
  return commonErrors.NOT_FOUND({ message: `There is no such ${thing}.` });
}

/** As it is found; where it is not, the answer is that of `noSuch`. */
export async function named<T>(thing: string, finding: Promise<T>): Promise<T> {
  try {
    return await finding;
  } catch (error) {
    if (error instanceof CodedError && error.code === commonErrors.NOT_FOUND.code) throw noSuch(thing);
    throw error;
  }
}

/** 422 with every wrong field named. */
export function validationFailed(details: readonly ErrorDetail[]): CodedError {
  return commonErrors.VALIDATION_FAILED({ details });
}
