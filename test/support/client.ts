import { Agent, request } from 'undici';
import type { ApiAnswer } from './outside/api-documents';

/** One agent for all tests: its connections end with the process. */
const agent = new Agent({ connections: 256, keepAliveTimeout: 1_000 });

/** What looks at every answer of every client; set once for a spec file. */
let watcher: ((answer: ApiAnswer) => void) | null = null;

/** From now on every answer is shown to `watch` too. */
export function watchAnswers(watch: (answer: ApiAnswer) => void): void {
  watcher = watch;
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The parsed JSON body, or null. Tests read it freely: what is not there fails their expectations. */
  readonly body: JsonBody;
  readonly text: string;
}

/** A JSON body as a test reads it. */
export type JsonBody = any;

export interface Keys {
  readonly publicKey: string;
  readonly secretKey: string;
}

export type Headers = Readonly<Record<string, string | string[]>>;

/** Speaks real HTTP to the service, with one pair of keys or none. */
export class Client {
  constructor(
    private readonly url: string,
    private readonly keys: Keys | null = null,
  ) {}

  get(path: string, headers: Headers = {}): Promise<Answer> {
    return this.send('GET', path, undefined, headers);
  }

  post(path: string, body?: unknown, headers: Headers = {}): Promise<Answer> {
    return this.send('POST', path, body, headers);
  }

  patch(path: string, body?: unknown, headers: Headers = {}): Promise<Answer> {
    return this.send('PATCH', path, body, headers);
  }

  delete(path: string, headers: Headers = {}): Promise<Answer> {
    return this.send('DELETE', path, undefined, headers);
  }

  /** A string or Buffer is sent as it is, anything else as JSON. */
  async send(method: string, path: string, body: unknown, headers: Headers = {}): Promise<Answer> {
    const raw =
      body === undefined || typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
    const response = await request(this.url + path, {
      method: method as 'GET',
      dispatcher: agent,
      body: raw ?? null,
      headers: {
        ...(raw === undefined ? {} : { 'content-type': 'application/json' }),
        ...(this.keys === null ? {} : { authorization: basic(this.keys) }),
        ...headers,
      },
    });
    const text = await response.body.text();
    const { statusCode: status, headers: answered } = response;
    const answer = { status, headers: answered, body: parse(text), text };
    const contentType = String(answered['content-type'] ?? '');
    watcher?.({ method, path, status, contentType, body: answer.body });
    return answer;
  }
}

export function basic({ publicKey, secretKey }: Keys): string {
  return `Basic ${Buffer.from(`${publicKey}:${secretKey}`).toString('base64')}`;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
