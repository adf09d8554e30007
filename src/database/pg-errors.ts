import { QueryFailedError } from 'typeorm';

const SERIALIZATION_FAILURE = '40001';
const DEADLOCK = '40P01';
const LOCK_NOT_AVAILABLE = '55P03';

interface PostgresError {
  readonly code?: unknown;
  readonly constraint?: unknown;
}

/** What the driver said, whether TypeORM wrapped it or not; null when it is no error of PostgreSQL or its connection. */
function postgresError(error: unknown): PostgresError | null {
  const cause: unknown = error instanceof QueryFailedError ? error.driverError : error;
  return typeof cause === 'object' && cause !== null && 'code' in cause ? cause : null;
}

export function isRetryable(error: unknown): boolean {
  const code = postgresError(error)?.code;
  return code === SERIALIZATION_FAILURE || code === DEADLOCK;
}

/** True when a statement gave up waiting for a lock (lock_timeout, NOWAIT). */
export function isLockTimeout(error: unknown): boolean {
  return postgresError(error)?.code === LOCK_NOT_AVAILABLE;
}

/** True when the constraint of this name refused the statement. */
export function isConstraintViolation(error: unknown, constraint: string): boolean {
  return postgresError(error)?.constraint === constraint;
}

const CONNECTION_ERRORS = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
const CONNECTION_MESSAGES =
  /connection terminated|timeout exceeded when trying to connect|not queryable|driver not connected/i;

/** True when the database is out of reach or full, as opposed to having refused the statement. */
export function isConnectionFailure(error: unknown): boolean {
  const code = postgresError(error)?.code;
  // 08: connection; 53: out of resources; 57P: the server is stopping or starting.
  if (typeof code === 'string' && (CONNECTION_ERRORS.has(code) || /^(08|53|57P)/.test(code))) return true;
  return error instanceof Error && CONNECTION_MESSAGES.test(error.message);
}
