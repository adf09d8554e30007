import type { Randomness } from '../../common';
import { keyedHash, type KeyRing } from '../../common/crypto';

const SECRET_BYTES = 32;
const PUBLIC_BYTES = 16;

/** A pair as it is shown once, and what is stored of it. */
export interface NewKeyPair {
  readonly publicKey: string;
  readonly secretKey: string;
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
