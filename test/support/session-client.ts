import { type Answer, Client, type Headers } from './client';

/** What is typed into the log-in page. */
export interface LogInBody {
  readonly email: string;
  readonly password: string;
  readonly totp?: string;
}

/** Speaks to the service as the pages do: with the cookie of a session. */
export class SessionClient extends Client {
  constructor(
    url: string,
    /** `name=value`, as a browser sends it back. */
    readonly cookie: string,
  ) {
    super(url);
  }

  override send(method: string, path: string, body: unknown, headers: Headers = {}): Promise<Answer> {
    return super.send(method, path, body, { cookie: this.cookie, ...headers });
  }
}

/** The cookie that an answer sets, without its attributes. */
export function cookieOf({ headers }: Answer): string {
  const set = headers['set-cookie'];
  const [cookie = ''] = (Array.isArray(set) ? (set[0] ?? '') : (set ?? '')).split(';');
  return cookie;
}
