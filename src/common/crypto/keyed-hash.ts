import { createHmac, timingSafeEqual } from 'node:crypto';
import type { KeyRing } from './key-ring';

/** An HMAC-SHA256 under a server key: worthless to whoever has the database without the key. */
export interface KeyedHash {
  readonly keyId: string;
  readonly mac: Buffer;
}

export function keyedHash(ring: KeyRing, data: string | Buffer): KeyedHash {
  const key = ring.newest;
  return { keyId: key.id, mac: hmac(key.bytes, data) };
}

/** True when `hash` is that of `data`. Takes the same time also when the key is unknown or the lengths differ. */
export function matchesKeyedHash(ring: KeyRing, data: string | Buffer, hash: KeyedHash): boolean {
  const key = ring.find(hash.keyId);
  const actual = hmac((key ?? ring.newest).bytes, data);
  return constantTimeEqual(actual, hash.mac) && key !== null;
}

export function hmac(key: Buffer | string, data: string | Buffer): Buffer {
  return createHmac('sha256', key).update(data).digest();
}

export function constantTimeEqual(left: Buffer, right: Buffer): boolean {
  if (left.length === right.length) return timingSafeEqual(left, right);
  timingSafeEqual(left, left);
  return false;
}
