import type { Keys } from '../../support/client';
import type { Place } from './site';
import { Child } from './child';

/** What the bare server needs to answer as the product does. */
export interface BareGiven extends Keys {
  readonly path: string;
  readonly pepper: string;
  readonly redisUrl: string | null;
  readonly limit: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly bytes: number;
}

interface BareQuestions {
  readonly [name: string]: (given: never) => Promise<unknown>;
  readonly listen: (given: BareGiven) => Promise<number>;
}

/** Made anew for each answer, or by node:http itself. */
const OF_ONE_ANSWER = new Set([
  'x-request-id',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
  'content-length',
  'date',
  'connection',
  'keep-alive',
]);

/** A server of node:http alone that answers one route as the product answered it, in a process of its own. */
export class BareServer {
  private constructor(
    private readonly child: Child<BareQuestions>,
    readonly url: string,
  ) {}

  static async start({ installation, merchant }: Place, path: string): Promise<BareServer> {
    const answer = await installation.apis[0]!.client(merchant).get(path);
    if (answer.status !== 200) throw new Error(`${path} answers ${answer.status}: ${answer.text}`);
    const headers = Object.entries(answer.headers).filter(([name]) => !OF_ONE_ANSWER.has(name));
    const { environment } = installation;
    const child = Child.start<BareQuestions>('bare-server');
    const port = await child.ask('listen', {
      ...merchant,
      path,
      pepper: environment['API_KEY_PEPPER'] ?? '',
      redisUrl: environment['REDIS_URL'] || null,
      limit: Number(answer.headers['x-ratelimit-limit']),
      headers: Object.fromEntries(headers.map(([name, value]) => [name, String(value)])),
      body: answer.text,
      bytes: Buffer.byteLength(answer.text),
    });
    return new BareServer(child, `http://127.0.0.1:${port}`);
  }

  async stop(): Promise<void> {
    await this.child.stop();
  }
}
