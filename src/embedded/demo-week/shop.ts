import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { findPaper } from './papers/papers';

const HOST = '127.0.0.1';

/** Where the marketplace of the demo week takes notifications: one receiver that works, one that does not. */
export const RECEIVER_PATH = '/notifications';
export const BROKEN_RECEIVER_PATH = '/erp/notifications';

/**
 * What a marketplace has besides the service, for the one of the demo week: a host for its sellers' papers and receivers of
 * notifications. It runs for as long as `npm start` does.
 */
export class Shop {
  private readonly server: Server = createServer((request, response) => {
    if (request.method === 'POST') this.receive(request, response);
    else this.serve(request, response);
  });

  /** Listens there, or on any free port when that one is taken; returns the port. */
  async open(port: number): Promise<number> {
    try {
      return await this.listen(port);
    } catch (error) {
      if (port === 0 || (error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
      return this.listen(0);
    }
  }

  close(): void {
    this.server.close();
    this.server.closeAllConnections();
  }

  private listen(port: number): Promise<number> {
    return new Promise((resolve, reject) => {
      this.server.once('error', reject);
      this.server.listen(port, HOST, () => {
        this.server.off('error', reject);
        const address = this.server.address();
        resolve(typeof address === 'object' && address !== null ? address.port : 0);
      });
    });
  }

  private receive(request: IncomingMessage, response: ServerResponse): void {
    request.resume();
    const status = request.url === RECEIVER_PATH ? 204 : request.url === BROKEN_RECEIVER_PATH ? 500 : 404;
    request.once('end', () => {
      if (status === 500)
        response.writeHead(status, { 'Content-Type': 'application/json' }).end('{"error":"stock is locked"}');
      else response.writeHead(status).end();
    });
  }

  private serve(request: IncomingMessage, response: ServerResponse): void {
    const paper = findPaper(request.url ?? '');
    if (paper === null) response.writeHead(404).end();
    else response.writeHead(200, { 'Content-Type': paper.mimeType }).end(paper.bytes);
  }
}

/** The address of the shop that listens on this port. */
export function shopUrl(port: number): string {
  return `http://${HOST}:${port}`;
}
