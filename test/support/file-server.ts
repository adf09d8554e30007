import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How a file is answered: its bytes, or by hand. */
export type Hosted = Buffer | ((request: IncomingMessage, response: ServerResponse) => void);

/** A merchant's file host: real HTTP on a port of its own, serving files by path and counting who asks. */
export class FileServer {
  readonly requests: { readonly path: string; readonly headers: IncomingMessage['headers'] }[] = [];
  private readonly files = new Map<string, Hosted>();
  private readonly server = createServer((request, response) => {
    const path = request.url ?? '';
    this.requests.push({ path, headers: request.headers });
    const hosted = this.files.get(path);
    if (hosted === undefined) response.writeHead(404).end('nothing here');
    else if (typeof hosted === 'function') hosted(request, response);
    else response.writeHead(200, { 'content-length': hosted.length }).end(hosted);
  });

  async listen(): Promise<this> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return this;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Serves this from now on under the path; returns the URL. */
  host(path: string, hosted: Hosted): string {
    this.files.set(path, hosted);
    return this.origin + path;
  }

  /** How often a path was asked for. */
  count(path: string): number {
    return this.requests.filter((request) => request.path === path).length;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

/** A small PDF with one empty page; `note` makes it different from others. */
export function pdfFile(note = ''): Buffer {
  return Buffer.from(
    `%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n` +
      `3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj\n% ${note}\ntrailer<</Root 1 0 R>>\n%%EOF\n`,
  );
}

/** The smallest PNG: one transparent pixel. */
export const PNG_FILE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

/** The beginning and the end of a JPEG. */
export const JPEG_FILE = Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex');
