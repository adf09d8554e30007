import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Bulkheads, SESSION_LIMITS } from '../../database';
import { contextOf } from './request-context';

const LOOK_EVERY_MS = 50;

/**
 * A merchant's reading requests take no more than its part of the pool: a hundred slow lists of one merchant are no reason for
 * the others to wait. What changes something takes its place with its transaction, and holds none while a provider is asked
 * or an outcome waited for. Of searches, which may read all that somebody has, each merchant and operator has one at a time.
 */
@Injectable()
export class BulkheadGuard implements CanActivate {
  constructor(private readonly bulkheads: Bulkheads) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    const { caller } = contextOf(request);
    if (caller === null || request.method !== 'GET') return true;
    const response = http.getResponse<Response>();
    if (request.query['search'] !== undefined)
      holdUntilEnd(response, await this.bulkheads.enterSearch(caller.subject));
    // Operators look at files, which may be fetched for as long as a slow server likes: no place is held for that.
    if (caller.subject.startsWith('merchant:'))
      holdUntilEnd(response, await this.bulkheads.enter(caller.subject));
    return true;
  }
}

function holdUntilEnd(response: Response, leave: () => void): void {
  // Or hung up while waiting here: a response tells of its end only once.
  if (response.closed) leave();
  else response.once('close', () => leaveWhenAnswered(response, leave));
}

/** Whoever hung up has left a statement running: its place is free when the answer is there that nobody reads. */
function leaveWhenAnswered(response: Response, leave: () => void): void {
  const begun = performance.now();
  const look = (): void => {
    if (response.writableEnded || performance.now() - begun > SESSION_LIMITS.api.statementMs) leave();
    else setTimeout(look, LOOK_EVERY_MS).unref();
  };
  look();
}
