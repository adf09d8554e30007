import { request } from 'undici';

/** A key pair, as it is made. */
export interface Pair {
  readonly publicKey: string;
  readonly secretKey: string;
}

/** A record that the API answered. */
export interface Answered {
  readonly id: string;
  readonly status: string;
}

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** Somebody who speaks to the API of the play over HTTP, and whose every request must succeed. */
export class Voice {
  constructor(
    private readonly url: string,
    private readonly headers: Readonly<Record<string, string>>,
  ) {}

  static of(url: string, { publicKey, secretKey }: Pair): Voice {
    const credentials = Buffer.from(`${publicKey}:${secretKey}`).toString('base64');
    return new Voice(url, { authorization: `Basic ${credentials}` });
  }

  async get<T = Answered>(path: string): Promise<T> {
    return (await this.send('GET', path)).data as T;
  }

  /** @param headers besides the credentials */
  async post<T = Answered>(path: string, body?: unknown, headers: Record<string, string> = {}): Promise<T> {
    return (await this.send('POST', path, body, headers)).data as T;
  }

  /** Reads a file to its end and lets it go. */
  async look(path: string): Promise<void> {
    await this.send('GET', path);
  }

  /** The cookie that the answer sets. */
  async cookie(path: string, body: unknown): Promise<string> {
    return (await this.send('POST', path, body)).cookie;
  }

  private async send(
    method: Method,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<{ data: unknown; cookie: string }> {
    // Our own process on this machine: no address to guard against.
    const response = await request(this.url + path, {
      method,
      headers: {
        ...this.headers,
        ...headers,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: body === undefined ? null : JSON.stringify(body),
    });
    const text = await response.body.text();
    if (response.statusCode >= 300) throw new Error(`${method} ${path}: ${response.statusCode} ${text}`);
    const isJson = String(response.headers['content-type']).startsWith('application/json');
    const data = isJson ? (JSON.parse(text) as { data?: unknown }).data : undefined;
    return { data, cookie: String(response.headers['set-cookie'] ?? '').split(';')[0] ?? '' };
  }
}
