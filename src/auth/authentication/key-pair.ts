import { DAY_MS } from '../../common';
import type { Randomness } from '../../common';
import { keyedHash, type KeyRing } from '../../common/crypto';

const SECRET_BYTES = 32;
const PUBLIC_BYTES = 16;

/** A pair with its secret: shown once, never stored. */
export interface IssuedKeyPair {
  readonly publicKey: string;
  readonly secretKey: string;
}

/** What is shown once, and what is stored of it. */
export interface NewKeyPair extends IssuedKeyPair {
  readonly secretMac: Buffer;
  readonly pepperId: string;
}

/** Prefixes say what a key opens: `pk_test`/`sk_test`, `pk_live`/`sk_live`, `opk`/`ops` (contract §2). */
export function makeKeyPair(
  prefixes: { public: string; secret: string },
  randomness: Randomness,
  pepper: KeyRing,
): NewKeyPair {
  const publicKey = `${prefixes.public}_${randomness.bytes(PUBLIC_BYTES).toString('hex')}`;
  const secretKey = `${prefixes.secret}_${randomness.bytes(SECRET_BYTES).toString('base64url')}`;
  const { keyId, mac } = keyedHash(pepper, secretKey);
  return { publicKey, secretKey, secretMac: mac, pepperId: keyId };
}

/** Days until a key pair expires, at most. */
export const MAX_KEY_DAYS = 3_650;

/** When a pair expires that is issued now. */
export function daysAfter(now: Date, days: number): Date {
  return new Date(now.getTime() + days * DAY_MS);
}
