import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answer } from '../child';
import type { CameNotifications } from '../receivers';

const servers: Server[] = [];
/** Since they were last forgotten: how often each delivery came, and when its event first did. */
let came = new Map<string, number>();
let firstMs = new Map<string, number>();
let requests = 0;
let unsigned = 0;
let sample: CameNotifications['sample'] = null;
let waiting: { count: number; settle: () => void } | null = null;

function take(request: IncomingMessage, response: ServerResponse): void {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    response.writeHead(200, { 'content-length': 0 }).end();
    const eventId = String(request.headers['webhook-id']);
    if (request.headers['x-service-signature'] === undefined) unsigned += 1;
    const delivery = String(request.headers['x-service-delivery-id']);
    came.set(delivery, (came.get(delivery) ?? 0) + 1);
    if (!firstMs.has(eventId)) firstMs.set(eventId, Date.now());
    requests += 1;
    sample ??= { headers: request.rawHeaders, body: Buffer.concat(chunks).toString('utf8') };
    if (waiting !== null && requests >= waiting.count) waiting.settle();
  });
}

/** So many receivers, each an origin of its own as those of merchants are. */
async function open(count: number): Promise<number[]> {
  while (servers.length < count) {
    const server = createServer({ keepAliveTimeout: 60_000 }, take);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    servers.push(server);
  }
  return servers.slice(0, count).map((server) => (server.address() as AddressInfo).port);
}

async function forget(): Promise<void> {
  came = new Map();
  firstMs = new Map();
  requests = 0;
  unsigned = 0;
}

/** What came, once so many requests have, or when the time is up. */
async function until({ count, timeoutMs }: { count: number; timeoutMs: number }): Promise<CameNotifications> {
  if (requests < count)
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, timeoutMs);
      const settle = (): void => {
        clearTimeout(timer);
        resolve();
      };
      waiting = { count, settle };
    });
  waiting = null;
  const repeated = [...came.values()].filter((times) => times > 1).length;
  return { requests, distinct: came.size, repeated, unsigned, firstMs: [...firstMs], sample };
}

answer({ open, forget, until });
