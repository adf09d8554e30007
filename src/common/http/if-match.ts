import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { commonErrors } from '../errors';

/** The version that If-Match names, e.g. `"3"`; null when the header was not sent (or is `*`). */
export const IfMatch = createParamDecorator((_: unknown, context: ExecutionContext): number | null => {
  const header = context.switchToHttp().getRequest<Request>().headers['if-match'];
  if (header === undefined || header.trim() === '*') return null;
  const version = /^"(\d{1,9})"$/.exec(header.trim());
  // Whatever else it says, it is not the present version.
  return version === null ? -1 : Number(version[1]);
});

export function assertVersion(actual: number, expected: number | null): void {
  if (expected !== null && expected !== actual) throw commonErrors.STALE_VERSION();
}
