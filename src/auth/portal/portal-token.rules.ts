import type { SessionToken } from '../authentication/session-cookie.service';

/** Where the portal's pages are. */
export const PORTAL_PATH = '/portal';
export const TOKEN_BYTES = 32;

const LINK_TOKEN = /^([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\.([A-Za-z0-9_-]{43})$/;

export function writeLinkToken({ sessionId, token }: SessionToken): string {
  return `${sessionId}.${token}`;
}

/** Null for what we did not write. */
export function readLinkToken(text: string): SessionToken | null {
  const [, sessionId, token] = LINK_TOKEN.exec(text) ?? [];
  return sessionId === undefined || token === undefined ? null : { sessionId, token };
}
