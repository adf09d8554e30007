import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { createHash } from 'node:crypto';
import { commonErrors } from '../errors';
import { contextOf } from './request-context';

const VISIBLE_ASCII = /^[\x21-\x7e]{1,255}$/;

/** What the idempotency of one request hangs on; `scope` is null when no key was sent. */
export interface IdempotencyRequest {
  /** SHA-256 of identity, method, path with query, and key. */
  readonly scope: Buffer | null;
  /** The parsed body as one text: the same body in another layout is the same body. */
  readonly body: string;
}

/** The Idempotency-Key of a POST that changes something. Throws INVALID_IDEMPOTENCY_KEY. */
export const IdempotencyKey = createParamDecorator(
  (_: unknown, context: ExecutionContext): IdempotencyRequest => {
    const request = context.switchToHttp().getRequest<Request>();
    const body = JSON.stringify(request.body ?? {});
    const key = request.headers['idempotency-key'];
    if (key === undefined) return { scope: null, body };
    if (typeof key !== 'string' || !VISIBLE_ASCII.test(key)) throw commonErrors.INVALID_IDEMPOTENCY_KEY();
    const caller = contextOf(request).caller;
    if (caller === null) throw commonErrors.UNAUTHORIZED();
    const parts = [caller.subject, request.method, request.originalUrl, key];
    // No part but the last can contain a line feed, so no two scopes read the same.
    return { scope: createHash('sha256').update(parts.join('\n')).digest(), body };
  },
);
