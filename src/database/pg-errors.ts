import {
  QueryFailedError,
  QueryRunnerAlreadyReleasedError,
  QueryRunnerProviderAlreadyReleasedError,
} from 'typeorm';

const SERIALIZATION_FAILURE = '40001';
const DEADLOCK = '40P01';
const LOCK_NOT_AVAILABLE = '55P03';
const QUERY_CANCELED = '57014';
const IDLE_IN_TRANSACTION = '25P03';
const READ_ONLY = '25006';
const FEATURE_NOT_SUPPORTED = '0A000';

/** Too many wait for the same row, or for the tenant's part of the pool. */
export class BusyError extends Error {
  constructor() {
    super('too many wait for the same');
    this.name = 'BusyError';
  }
}

/** A schema, a table, a column or a function that is not there. */
const SCHEMA_BEHIND = new Set(['3F000', '42P01', '42703', '42883']);

interface PostgresError {
  readonly code?: unknown;
  /** The function of the server that said it. */
  readonly routine?: unknown;
  readonly constraint?: unknown;
}

/** What the driver said, whether TypeORM wrapped it or not; null when it is no error of PostgreSQL or its connection. */
function postgresError(error: unknown): PostgresError | null {
  const cause: unknown = error instanceof QueryFailedError ? error.driverError : error;
  return typeof cause === 'object' && cause !== null && 'code' in cause ? cause : null;
}

export function isRetryable(error: unknown): boolean {
  const code = postgresError(error)?.code;
  return code === SERIALIZATION_FAILURE || code === DEADLOCK || isPlanOutdated(error);
}

/** True when what a connection keeps prepared answers other types than before: the schema was migrated since. */
export function isPlanOutdated(error: unknown): boolean {
  const found = postgresError(error);
  return found?.code === FEATURE_NOT_SUPPORTED && found.routine === 'RevalidateCachedQuery';
}

/** True when the server ended a statement that took too long, or was told to. */
export function isCanceled(error: unknown): boolean {
  return postgresError(error)?.code === QUERY_CANCELED;
}

/** True when a statement gave up waiting for a lock (lock_timeout, NOWAIT). */
export function isLockTimeout(error: unknown): boolean {
  return postgresError(error)?.code === LOCK_NOT_AVAILABLE;
}

/**
 * True when the database refused a statement, or the commit, for what was to be written or for whom it would have had to wait
 * for: nothing of the transaction happened.
 */
export function hasRefused(error: unknown): boolean {
  return isRetryable(error) || isLockTimeout(error) || hasRefusedData(error);
}

/** True when the database refused what was to be written: it would refuse the same again. */
export function hasRefusedData(error: unknown): boolean {
  const code = postgresError(error)?.code;
  // 22: data; 23: constraints.
  return typeof code === 'string' && /^2[23]/.test(code);
}

/** True when a table, a column or a function is not there that this build has in its migrations. */
export function isSchemaBehind(error: unknown): boolean {
  const code = postgresError(error)?.code;
  return typeof code === 'string' && SCHEMA_BEHIND.has(code);
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

/**
 * What the database says when it could not do now what it can do at another time: a lock or a statement took too long, or
 * was cancelled; a transaction stood still; the server is read-only or in recovery; even the fourth run met others.
 */
const NOT_NOW = new Set([
  LOCK_NOT_AVAILABLE,
  SERIALIZATION_FAILURE,
  DEADLOCK,
  QUERY_CANCELED,
  IDLE_IN_TRANSACTION,
  READ_ONLY,
]);

/** True when the same request may succeed in a moment: the answer is 503 (contract §1). */
export function isUnavailable(error: unknown): boolean {
  const code = postgresError(error)?.code;
  if (error instanceof BusyError || isConnectionFailure(error) || isPlanOutdated(error)) return true;
  return typeof code === 'string' && NOT_NOW.has(code);
}

/** True when the server takes no writes: it recovers, follows another one, or was told so. */
export function isReadOnly(error: unknown): boolean {
  return postgresError(error)?.code === READ_ONLY;
}

/** True when the database is out of reach or full, as opposed to having refused the statement. */
export function isConnectionFailure(error: unknown): boolean {
  // The connection ended between two statements of its transaction.
  if (error instanceof QueryRunnerAlreadyReleasedError) return true;
  if (error instanceof QueryRunnerProviderAlreadyReleasedError) return true;
  const code = postgresError(error)?.code;
  // 08: connection; 53: out of resources; 57P: the server is stopping or starting.
  if (typeof code === 'string' && (CONNECTION_ERRORS.has(code) || /^(08|53|57P)/.test(code))) return true;
  return error instanceof Error && CONNECTION_MESSAGES.test(error.message);
}
