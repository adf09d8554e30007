import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';

const MAX_WAIT_SECONDS = 20;

/** Seconds of `Prefer: wait=N` (RFC 7240), at most 20; null when it was not sent or says nothing. */
export const PreferWait = createParamDecorator((_: unknown, context: ExecutionContext): number | null => {
  const header = context.switchToHttp().getRequest<Request>().headers['prefer'];
  return preferredWait(Array.isArray(header) ? header.join(',') : (header ?? ''));
});

/** Of a preference that was sent more than once the first counts (RFC 7240, 2). */
export function preferredWait(header: string): number | null {
  for (const preference of header.split(',')) {
    const [, seconds] = /^\s*wait\s*=\s*"?(\d+)"?\s*(?:;.*)?$/i.exec(preference) ?? [];
    if (seconds !== undefined)
      return Number(seconds) === 0 ? null : Math.min(Number(seconds), MAX_WAIT_SECONDS);
  }
  return null;
}
