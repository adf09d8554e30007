import type { NextFunction, Request, Response } from 'express';
import { AsyncLocalStorage } from 'node:async_hooks';
import { contextOf } from '../http';

const requestIds = new AsyncLocalStorage<string>();
const NOTHING = {};

/** From here on a request is one for the routes of the product: its answer has a line, and so may what happens meanwhile, with its id. */
export function inRequest(request: Request, _response: Response, next: NextFunction): void {
  const context = contextOf(request);
  context.isLogged = !PROBES.test(request.path) || request.method !== 'GET';
  requestIds.run(context.requestId, next);
}

/** Probes come every few seconds, and would drown the others. */
const PROBES = /^\/health\//i;

/** What is added to each line that is written while a request is served. */
export function requestOfLine(): object {
  const id = requestIds.getStore();
  return id === undefined ? NOTHING : { request_id: id };
}
