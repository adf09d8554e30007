import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Agent, request } from 'undici';

/** What becomes of an answer: it comes, it gets lost after the service has worked, or somebody in between answers instead. */
export type AnswersFate =
  'pass' | 'lose' | 'hang' | { readonly status: number; readonly headers?: Record<string, string> };

export interface Forwarded {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
}

/** Between a client and the service: hands requests on, and decides what the client hears of it. */
export class LosingProxy {
  readonly requests: Forwarded[] = [];
  /** By the number of the request, from 0, since it was set. */
  private fate: (index: number) => AnswersFate = () => 'pass';
  private index = 0;
  private readonly agent = new Agent();
  private readonly server = createServer((incoming, response) => void this.take(incoming, response));

  private constructor(private readonly target: string) {}

  static async before(target: string): Promise<LosingProxy> {
    const proxy = new LosingProxy(target);
    await new Promise<void>((resolve) => proxy.server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** From now on; what was asked before is forgotten. */
  decide(fate: (index: number) => AnswersFate): void {
    this.fate = fate;
    this.index = 0;
    this.requests.length = 0;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
    await this.agent.close();
  }

  private async take(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const { method = 'GET', url = '/', headers } = incoming;
    const fate = this.fate(this.index++);
    this.requests.push({ method, path: url, headers });
    if (typeof fate === 'object') {
      response.writeHead(fate.status, fate.headers).end('<html>somebody in between</html>');
      return;
    }
    const { connection: _connection, host: _host, 'content-length': _length, ...passed } = headers;
    const answer = await request(this.target + url, {
      method: method as 'GET',
      headers: passed,
      body: chunks.length === 0 ? null : Buffer.concat(chunks),
      dispatcher: this.agent,
    });
    const body = Buffer.from(await answer.body.arrayBuffer());
    if (fate === 'lose') incoming.socket.destroy();
    if (fate !== 'pass') return;
    const { 'transfer-encoding': _encoding, ...known } = answer.headers;
    response.writeHead(answer.statusCode, known).end(body);
  }
}
