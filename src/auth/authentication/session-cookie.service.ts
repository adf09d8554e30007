import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { AppConfig } from '../../config';

/** What the cookie holds: which session, and the token that proves it. */
export interface SessionToken {
  readonly sessionId: string;
  readonly token: string;
}

const VALUE = /^([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\.([A-Za-z0-9_-]{43})$/;
const MAX_HEADER = 8_192;

/**
 * The cookie of a session: out of reach for scripts, never sent along from another site, gone with the browser. `__Host-` ties
 * it to this host and to TLS; only a development set-up on http does without. One that is kept within frames is of the page
 * around them: there is another for every site that has a frame, and none of them is sent from any other (decision 0048).
 */
export class SessionCookie {
  readonly name: string;
  private readonly attributes: string;

  constructor(config: AppConfig, name: string, { inFrames = false } = {}) {
    const secure = config.isProduction || config.http.publicUrl.startsWith('https:');
    this.name = secure ? `__Host-${name}` : name;
    // Browsers take the addresses of their own machine for safe ones.
    const reach = inFrames
      ? 'SameSite=None; Secure; Partitioned'
      : `SameSite=Strict${secure ? '; Secure' : ''}`;
    this.attributes = `Path=/; HttpOnly; ${reach}`;
  }

  /** The Set-Cookie of a session that begins. */
  set({ sessionId, token }: SessionToken): string {
    return `${this.name}=${sessionId}.${token}; ${this.attributes}`;
  }

  /** The Set-Cookie that removes it. */
  clear(): string {
    return `${this.name}=; ${this.attributes}; Max-Age=0`;
  }

  /** Null when the header has no such cookie, or one that we did not make. */
  read(header: string | undefined): SessionToken | null {
    if (header === undefined || header.length > MAX_HEADER) return null;
    for (const pair of header.split(';')) {
      const equals = pair.indexOf('=');
      if (equals === -1 || pair.slice(0, equals).trim() !== this.name) continue;
      const [, sessionId, token] = VALUE.exec(pair.slice(equals + 1).trim()) ?? [];
      return sessionId === undefined || token === undefined ? null : { sessionId, token };
    }
    return null;
  }
}

/** The cookie of operators' sessions (contract §8). */
@Injectable()
export class SessionCookieService extends SessionCookie implements OnApplicationBootstrap {
  constructor(private readonly config: AppConfig) {
    super(config, 'repasse_session');
  }

  onApplicationBootstrap(): void {
    if (this.config.isProduction && !this.config.http.publicUrl.startsWith('https:')) {
      new Logger(SessionCookieService.name).warn(
        'PUBLIC_URL is not https: browsers will not keep the session cookie, so nobody can log in to the pages',
      );
    }
  }
}
