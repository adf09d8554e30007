import type { NextFunction, Request, Response } from 'express';
import { v7 } from 'uuid';
import { openContext } from './request-context';

const VISIBLE_ASCII = /^[\x21-\x7e]{1,128}$/;

/** Takes the client's X-Request-Id or makes one; it is on the response and in every log line. */
export function requestId(request: Request, response: Response, next: NextFunction): void {
  const sent = request.headers['x-request-id'];
  const isSent = typeof sent === 'string' && VISIBLE_ASCII.test(sent);
  const id = isSent ? sent : v7();
  response.setHeader('X-Request-Id', id);
  openContext(request, id, isSent);
  next();
}
