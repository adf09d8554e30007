import type { Logger } from '@nestjs/common';

export type LogLevel = 'log' | 'warn' | 'error';

/** Writes a line that belongs to a request: the id stands beside the text (contract §1). Outside of requests there is none. */
export function logOfRequest(
  logger: Logger,
  level: LogLevel,
  requestId: string | undefined,
  line: string,
): void {
  if (requestId === undefined) logger[level](line);
  else logger[level]({ request_id: requestId }, line);
}
