import { isUtf8 } from 'node:buffer';

export interface BasicCredentials {
  readonly publicKey: string;
  readonly secretKey: string;
}

const MAX_LENGTH = 1_024;
const BASIC = /^basic +([A-Za-z0-9+/]+={0,2})$/i;

/** Reads `Authorization: Basic base64(public:secret)`; null for anything else. */
export function parseBasicCredentials(header: string | undefined): BasicCredentials | null {
  if (header === undefined || header.length > MAX_LENGTH) return null;
  const encoded = BASIC.exec(header)?.[1];
  if (encoded === undefined) return null;
  const bytes = Buffer.from(encoded, 'base64');
  if (!isUtf8(bytes)) return null;
  const text = bytes.toString('utf8');
  const colon = text.indexOf(':');
  if (colon < 1) return null;
  return { publicKey: text.slice(0, colon), secretKey: text.slice(colon + 1) };
}
