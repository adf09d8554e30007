import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import type { JsonBody } from './client';
import { eventually } from './eventually';

/** One request as the receiver got it. */
export interface Received {
  readonly at: number;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly body: JsonBody;
}

/** What looks at every notification of every receiver; set once for a spec file. */
let watcher: ((event: string, body: unknown) => void) | null = null;

/** From now on every notification is shown to `watch` too. */
export function watchNotifications(watch: (event: string, body: unknown) => void): void {
  watcher = watch;
}

/** How the receiver answers: a status, a handler of its own, no answer at all, or a cut connection. */
export type ReceiverAnswer =
  number | 'hang' | 'reset' | ((received: Received, response: ServerResponse) => void);

/** A merchant's web server: real HTTP on a port of its own. */
export class Receiver {
  readonly received: Received[] = [];
  private readonly server = createServer((request, response) => void this.take(request, response));

  constructor(private answer: (received: Received, index: number) => ReceiverAnswer) {}

  async listen(): Promise<this> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return this;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/hooks`;
  }

  /** Answers like this from now on. */
  answerWith(answer: ReceiverAnswer): void {
    this.answer = () => answer;
  }

  /** The notifications of one event kind. */
  of(event: string): Received[] {
    return this.received.filter(({ headers }) => headers['x-service-event'] === event);
  }

  /** Waits until at least `count` requests have come. */
  async wait(count: number, timeoutMs?: number): Promise<Received[]> {
    return eventually(() => {
      expect(this.received.length).toBeGreaterThanOrEqual(count);
      return this.received;
    }, timeoutMs);
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // The port was another process's until a moment ago, and somebody still asks for its health there.
    if (request.method !== 'POST') {
      response.writeHead(405).end();
      return;
    }
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString('utf8');
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    );
    const parsed: unknown = JSON.parse(text);
    const received: Received = {
      at: Date.now(),
      path: request.url ?? '',
      headers,
      text,
      body: parsed,
    };
    const event = headers['x-service-event'];
    if (event !== undefined) watcher?.(event, parsed);
    const answer = this.answer(received, this.received.length);
    this.received.push(received);
    if (typeof answer === 'function') answer(received, response);
    else if (answer === 'reset') request.socket.destroy();
    else if (answer !== 'hang') response.writeHead(answer).end();
  }
}

/** Starts a receiver; it answers 200 unless told otherwise. */
export function receiver(
  answer: (received: Received, index: number) => ReceiverAnswer = () => 200,
): Promise<Receiver> {
  return new Receiver(answer).listen();
}

/** What X-Service-Signature must be, by nothing but node:crypto (specification, Authentication, rule 3). */
export function expectedSignature(secret: string, text: string): string {
  return `sha256=${createHmac('sha256', Buffer.from(secret, 'utf8')).update(Buffer.from(text, 'utf8')).digest('hex')}`;
}

/** Checks a notification with the public Standard Webhooks library, unchanged. Throws when it does not verify. */
export function verifyStandard(secret: string, { text, headers }: Received): unknown {
  return new Webhook(secret).verify(text, { ...headers });
}
