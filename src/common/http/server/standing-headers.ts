import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';

type Middleware = (
  request: IncomingMessage,
  response: ServerResponse,
  next: (error?: unknown) => void,
) => void;

/** An answer that keeps what was set on it, spelt as it was set. */
class Probe extends ServerResponse {
  readonly headers: [name: string, value: number | string | readonly string[]][] = [];

  override setHeader(name: string, value: number | string | readonly string[]): this {
    this.headers.push([name, value]);
    return super.setHeader(name, value);
  }
}

/** What a middleware says on every answer alike, asked of it once instead of each time. Throws when it does not go on at once. */
export function standingHeaders(middleware: Middleware): RequestHandler {
  const request = new IncomingMessage(new Socket());
  const probe = new Probe(request);
  const wentOn: boolean[] = [];
  middleware(request, probe, (error) => wentOn.push(error === undefined));
  if (wentOn[0] !== true) throw new Error('a middleware that does not go on at once has no standing headers');
  return (_request: Request, response: Response, next: NextFunction) => {
    for (const [name, value] of probe.headers) response.setHeader(name, value);
    next();
  };
}
