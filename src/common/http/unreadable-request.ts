import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { v7 } from 'uuid';
import { commonErrors } from '../errors';

interface ParserError extends Error {
  readonly code?: string;
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
