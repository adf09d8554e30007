import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Redis } from 'ioredis';
import { answer } from '../child';
import type { BareGiven } from '../bare-server';

/** As the product counts: one call, the store's own clock, a counter that ends with its window. */
const COUNT = `
local time = redis.call('TIME')
local now = tonumber(time[1]) + tonumber(time[2]) / 1000000
local reset = (math.floor(now / 60) + 1) * 60
local key = KEYS[1] .. ':' .. string.format('%d', reset)
local hits = redis.call('INCR', key)
if hits == 1 then redis.call('PEXPIREAT', key, string.format('%d', reset * 1000)) end
return { hits, reset, tostring(now) }`;

type Counting = Redis & { countRequest(key: string): Promise<[hits: number, reset: number, now: string]> };

/** The least that such a route can be: node:http, one HMAC compared, one call of Redis, the same headers and bytes. */
class BareServer {
  private readonly expected: Buffer;
  private readonly redis: Counting | null;
  private hits = 0;

  constructor(private readonly given: BareGiven) {
    this.expected = createHmac('sha256', given.pepper).update(given.secretKey).digest();
    this.redis = given.redisUrl === null ? null : (new Redis(given.redisUrl) as Counting);
    this.redis?.defineCommand('countRequest', { numberOfKeys: 1, lua: COUNT });
  }

  async listen(): Promise<number> {
    const server = createServer((request, response) => void this.serve(request, response));
    server.keepAliveTimeout = 75_000;
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return (server.address() as AddressInfo).port;
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { given } = this;
    const [, encoded = ''] = (request.headers.authorization ?? '').split(' ');
    const [publicKey, secretKey = ''] = Buffer.from(encoded, 'base64').toString('utf8').split(':');
    const mac = createHmac('sha256', given.pepper).update(secretKey).digest();
    const isKnown = publicKey === given.publicKey && timingSafeEqual(mac, this.expected);
    const [hits, reset] = await this.count();
    response.writeHead(isKnown && request.url === given.path ? 200 : 401, {
      ...given.headers,
      'X-Request-Id': randomUUID(),
      'X-RateLimit-Remaining': String(Math.max(0, given.limit - hits)),
      'X-RateLimit-Reset': String(reset),
      'Content-Length': given.bytes,
    });
    response.end(given.body);
  }

  private async count(): Promise<readonly [hits: number, reset: number]> {
    if (this.redis !== null) {
      const [hits, reset] = await this.redis.countRequest('bare');
      return [hits, reset];
    }
    this.hits += 1;
    return [this.hits, (Math.floor(Date.now() / 60_000) + 1) * 60];
  }
}

answer({ listen: (given: BareGiven) => new BareServer(given).listen() });
