import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import type { Request } from 'express';
import { createHash } from 'node:crypto';
import type { Bulkhead } from '../../../database';
import { commonErrors } from '../../errors';
import { isUuid } from '../../ids';
import { ApiErrors, documentsHandler } from '../api-docs';
import { isDryRun } from '../is-dry-run';
import { contextOf } from '../request-context';

const VISIBLE_ASCII = /^[\x21-\x7e]{1,255}$/;

/** What the idempotency of one request hangs on; `scope` is null when no key was sent. */
export interface IdempotencyRequest {
  /** SHA-256 of identity, method, route with its parameters and query, and key. */
  readonly scope: Buffer | null;
  /** The parsed body as one text: the same body in another layout is the same body. */
  readonly body: string;
  /** Who asks, and about which record of the path. */
  readonly bulkhead: Bulkhead | null;
  readonly requestId: string;
}

/** The Idempotency-Key of a POST that changes something. Throws INVALID_IDEMPOTENCY_KEY. */
export const IdempotencyKey = createParamDecorator(
  (_: unknown, context: ExecutionContext): IdempotencyRequest => {
    const request = context.switchToHttp().getRequest<Request>();
    const body = JSON.stringify(request.body ?? {});
    const bulkhead = bulkheadOf(request);
    const key = request.headers['idempotency-key'];
    const { caller, requestId } = contextOf(request);
    if (key === undefined || isDryRun(request)) return { scope: null, body, bulkhead, requestId };
    if (typeof key !== 'string' || !VISIBLE_ASCII.test(key)) throw commonErrors.INVALID_IDEMPOTENCY_KEY();
    if (caller === null) throw commonErrors.UNAUTHORIZED();
    const parts = [caller.subject, request.method, targetOf(request), key];
    // No part can contain a line feed, so no two scopes read the same.
    return { scope: createHash('sha256').update(parts.join('\n')).digest(), body, bulkhead, requestId };
  },
  [
    documentsHandler(
      ApiHeader({
        name: 'Idempotency-Key',
        required: false,
        description:
          'Makes repeating the request safe for 24 hours: the same key and body get the first answer again.',
        schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]+$' },
      }),
      ApiErrors(
        commonErrors.INVALID_IDEMPOTENCY_KEY,
        commonErrors.IDEMPOTENCY_IN_PROGRESS,
        commonErrors.IDEMPOTENCY_KEY_REUSED,
      ),
    ),
  ],
);

/** Throws IDEMPOTENCY_KEY_REQUIRED: what moves money is never sent without one (money contract §15). */
export function assertKeySent({ scope }: IdempotencyRequest): void {
  if (scope === null) throw commonErrors.IDEMPOTENCY_KEY_REQUIRED();
}

/** What the request is about, however its path is spelt: case, a slash at its end, escapes, the order of its query. */
function targetOf(request: Request): string {
  const { path } = request.route as { path: string };
  const parameters = Object.entries(request.params).map(([name, value]) => [
    name,
    isUuid(value) ? value.toLowerCase() : value,
  ]);
  // contract §1: an empty parameter counts as absent.
  const query = Object.entries(request.query).filter(([, value]) => value !== '');
  const inOrder = (entries: unknown[][]) =>
    entries.sort(([left], [right]) => (String(left) < String(right) ? -1 : 1));
  return JSON.stringify([path, inOrder(parameters), inOrder(query)]);
}

/** What is changed under `/v1/charges/{id}/…` locks that charge: the others wait for it without a connection. */
function bulkheadOf(request: Request): Bulkhead | null {
  const { caller } = contextOf(request);
  const id = request.params['id'];
  return caller === null ? null : { tenant: caller.subject, row: typeof id === 'string' ? id : null };
}
