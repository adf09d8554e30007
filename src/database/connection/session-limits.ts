/** How long one connection may be waited for and waits, in milliseconds; 0 is for ever. */
export interface SessionLimits {
  /** For one statement, on the server. */
  readonly statementMs: number;
  /** For one lock. */
  readonly lockMs: number;
  /** Between two statements of a transaction: longer, and somebody holds locks who has gone. */
  readonly idleInTransactionMs: number;
  /** For the answer to one statement, on our side; longer than the server takes to give it up. */
  readonly answerMs: number;
}

/**
 * No request waits longer than 20 s: for a connection (5 s), then for one statement. The worker's rounds read more, and
 * what it holds others wait for; behind a command or a migration nobody waits.
 */
export const SESSION_LIMITS = {
  api: { statementMs: 10_000, lockMs: 5_000, idleInTransactionMs: 10_000, answerMs: 11_000 },
  worker: { statementMs: 30_000, lockMs: 5_000, idleInTransactionMs: 5_000, answerMs: 31_000 },
  cli: { statementMs: 30_000, lockMs: 30_000, idleInTransactionMs: 60_000, answerMs: 0 },
} as const satisfies Record<string, SessionLimits>;

/** The `options` of a connection that hold the server to them; every timestamp is UTC, whatever the server's setting. */
export function sessionOptions({ statementMs, lockMs, idleInTransactionMs }: SessionLimits): string {
  return [
    '-c TimeZone=UTC',
    `-c statement_timeout=${statementMs}`,
    `-c lock_timeout=${lockMs}`,
    `-c idle_in_transaction_session_timeout=${idleInTransactionMs}`,
  ].join(' ');
}
