import type { Logger } from '@nestjs/common';
import { type LogLevel, logOfRequest } from '../../common';
import { afterCommit, type Tx } from './tx';

const requests = new WeakMap<Tx, string>();

/** Tells for which request a transaction works, where it is one: what is logged of it has the id. */
export function workFor(tx: Tx, requestId: string | undefined): void {
  if (requestId !== undefined) requests.set(tx, requestId);
}

/** Writes a line once the transaction is committed, and none when it is rolled back. */
export function logAfterCommit(tx: Tx, logger: Logger, level: LogLevel, line: string): void {
  afterCommit(tx, () => logOfRequest(logger, level, requests.get(tx), line));
}
