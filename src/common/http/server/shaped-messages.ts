import type { Application } from 'express';
import { IncomingMessage, type ServerOptions, ServerResponse } from 'node:http';

/** What Express has of its own accord, and its types do not tell. */
interface Prototypes {
  request: object;
  response: object;
}

/**
 * Requests and answers that are born with the prototypes Express gives them (decision 0029). Express changes the prototype of
 * each request, with which V8 forgets all it has learned of its shape: the dearest thing that happens to a small request.
 * On what has that prototype already the change does nothing.
 *
 * @returns options of `http.createServer`; none, when Express is not made as we know it: then it does as it always did
 */
export function shapedMessages(app: Application): ServerOptions {
  const express = app as Application & Prototypes;
  if (!(express.request instanceof IncomingMessage) || !(express.response instanceof ServerResponse))
    return {};
  class ShapedRequest extends IncomingMessage {}
  class ShapedResponse<Request extends IncomingMessage> extends ServerResponse<Request> {}
  Object.setPrototypeOf(ShapedRequest.prototype, express.request);
  Object.setPrototypeOf(ShapedResponse.prototype, express.response);
  express.request = ShapedRequest.prototype;
  express.response = ShapedResponse.prototype;
  return { IncomingMessage: ShapedRequest, ServerResponse: ShapedResponse };
}
