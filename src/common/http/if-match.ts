import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import type { Request } from 'express';
import { commonErrors } from '../errors';
import { ApiErrors, documentsHandler } from './api-docs';

/** The version that If-Match names, e.g. `"3"`; null when the header was not sent (or is `*`). */
export const IfMatch = createParamDecorator(
  (_: unknown, context: ExecutionContext): number | null => {
    const header = context.switchToHttp().getRequest<Request>().headers['if-match'];
    if (header === undefined || header.trim() === '*') return null;
    const version = /^"(\d{1,9})"$/.exec(header.trim());
    // Whatever else it says, it is not the present version.
    return version === null ? -1 : Number(version[1]);
  },
  [
    documentsHandler(
      ApiHeader({
        name: 'If-Match',
        required: false,
        description:
          'The `version` that was read, in double quotes: another one is refused. Parts of a submerchant go by the submerchant’s.',
        schema: { type: 'string', example: '"3"' },
      }),
      ApiErrors(commonErrors.STALE_VERSION),
    ),
  ],
);

export function assertVersion(actual: number, expected: number | null): void {
  if (expected !== null && expected !== actual) throw commonErrors.STALE_VERSION();
}
