import { Pool } from 'undici';
import { signatureHeaders } from '../../../src/postbacks/signature';

/** What is sent, and where to. */
export interface PostsGiven {
  readonly ports: readonly number[];
  readonly count: number;
  readonly inFlight: number;
  readonly secret: string;
  /** But for those that differ from one request to the next. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Signs bodies anew and posts them by undici, to one receiver after the other. */
export class SignedPosts {
  private readonly pools: readonly Pool[];

  constructor(private readonly given: Omit<PostsGiven, 'count' | 'body'>) {
    const { ports, inFlight } = given;
    const options = { connections: Math.ceil(inFlight / ports.length), pipelining: 1 };
    this.pools = ports.map((port) => new Pool(`http://127.0.0.1:${port}`, options));
  }

  /** Throws unless it is answered well. */
  async send(number: number, body: string): Promise<void> {
    const { secret, headers } = this.given;
    const eventId = `bench-${number}`;
    const signed = signatureHeaders(
      { eventId, sentAt: new Date(), body },
      { first: secret, previous: null, next: null },
    );
    const response = await this.pools[number % this.pools.length]!.request({
      method: 'POST',
      path: '/hooks',
      headers: { ...headers, ...signed, 'x-service-delivery-id': eventId },
      body,
    });
    await response.body.dump();
    if (response.statusCode !== 200) throw new Error(`a receiver answered ${response.statusCode}`);
  }

  async close(): Promise<void> {
    await Promise.all(this.pools.map((pool) => pool.close()));
  }
}
