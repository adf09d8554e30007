import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import type { Request } from 'express';
import { commonErrors } from '../errors';
import { ApiErrors, documentsHandler } from './api-docs';

/** What the header names: a version in double quotes, or any. */
const VERSION_OR_ANY = /^(?:"(\d+)"|\*)$/;

const FORM =
  'If-Match takes the version that was read in double quotes (If-Match: "3"), or * for any, and may be sent once.';

/** The version that If-Match names, e.g. `"3"`; null when it was not sent, or names any (`*`). Throws MALFORMED_REQUEST. */
export const IfMatch = createParamDecorator(
  (_: unknown, context: ExecutionContext): number | null => {
    const header = context.switchToHttp().getRequest<Request>().headers['if-match'];
    if (header === undefined) return null;
    const named = VERSION_OR_ANY.exec(header.trim());
    if (named === null) throw commonErrors.MALFORMED_REQUEST({ message: FORM });
    return named[1] === undefined ? null : Number(named[1]);
  },
  [
    documentsHandler(
      ApiHeader({
        name: 'If-Match',
        required: false,
        description:
          'The `version` that was read, in double quotes: another one is refused; `*` is any. Parts of a submerchant go by the submerchant’s.',
        schema: { type: 'string', example: '"3"' },
      }),
      ApiErrors(commonErrors.MALFORMED_REQUEST, commonErrors.STALE_VERSION),
    ),
  ],
);

export function isStale(expected: number | null, actual: number): boolean {
  return expected !== null && expected !== actual;
}

export function assertVersion(actual: number, expected: number | null): void {
  if (isStale(expected, actual)) throw commonErrors.STALE_VERSION();
}
