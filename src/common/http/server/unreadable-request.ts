import type { NextFunction, Request, Response } from 'express';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { v7 } from 'uuid';
import { commonErrors } from '../../errors';

interface ParserError extends Error {
  readonly code?: string;
}

/** From its first byte on a request has so long to arrive, its headers a part of it. */
const REQUEST_MS = 30_000;
const HEADERS_MS = 15_000;
const CHECK_EVERY_MS = 2_000;
/** More than any proxy keeps open; those above are closed unread. */
const MAX_CONNECTIONS = 2_000;

/** Bounds what senders can hold by being slow, and leaves to us what Node would answer in a shape of its own. */
export function boundConnections(server: Server): void {
  server.requestTimeout = REQUEST_MS;
  server.headersTimeout = HEADERS_MS;
  server.maxConnections = MAX_CONNECTIONS;
  // Node reads these two when it begins to listen, and when a request comes: it knows them as options only.
  Object.assign(server, { connectionsCheckingInterval: CHECK_EVERY_MS, requireHostHeader: false });
  // Above a number of headers Node drops the rest in silence; their length together is bounded by 16 KiB.
  server.maxHeadersCount = 0;
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
}

/** More headers than any client has reason to send. */
const MAX_HEADERS = 100;

/** Refuses what is HTTP, but no request that we serve: without (or with two) `Host`, with an `Expect`, with too many headers. */
export function refuseOddRequests(request: Request, _response: Response, next: NextFunction): void {
  const hosts = request.rawHeaders.filter(
    (name, index) => index % 2 === 0 && name.length === 4 && name.toLowerCase() === 'host',
  ).length;
  const { expect } = request.headers;
  const isOdd =
    request.rawHeaders.length > 2 * MAX_HEADERS ||
    hosts > 1 ||
    (hosts === 0 && request.httpVersion !== '1.0') ||
    (expect !== undefined && expect.toLowerCase() !== '100-continue');
  next(isOdd ? commonErrors.MALFORMED_REQUEST() : undefined);
}

/**
 * Answers what Node's HTTP parser refuses before any of ours sees it (a broken request line, headers above 16 KiB,
 * a request that does not end) in the same shape as every other failure, and closes the connection.
 */
export function answerUnreadableRequests(server: Server): void {
  server.on('clientError', (error: ParserError, socket: Socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const { message, code } = commonErrors.MALFORMED_REQUEST();
    const requestId = v7();
    const body = JSON.stringify({ success: false, message, error: code, request_id: requestId });
    socket.end(
      [
        `HTTP/1.1 ${statusLine(error)}`,
        'Content-Type: application/json; charset=utf-8',
        `Content-Length: ${Buffer.byteLength(body)}`,
        `X-Request-Id: ${requestId}`,
        'Connection: close',
        '',
        body,
      ].join('\r\n'),
    );
  });
}

function statusLine(error: ParserError): string {
  if (error.code === 'HPE_HEADER_OVERFLOW') return '431 Request Header Fields Too Large';
  return error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? '408 Request Timeout' : '400 Bad Request';
}
