/** One server key: its name is stored with whatever it protects, so that keys can be rotated. */
export interface ServerKey {
  readonly id: string;
  readonly bytes: Buffer;
}

const KEY_BYTES = 32;
const BASE64 = /^[A-Za-z0-9+/_-]+={0,2}$/;
const KEY_ID = /^[A-Za-z0-9_-]{1,32}$/;

/** The bytes of a server key as base64; null for what is no base64, for another length, and for nothing but zeros. */
export function parseServerKey(text: string): Buffer | null {
  const trimmed = text.trim();
  const bytes = BASE64.test(trimmed) ? Buffer.from(trimmed, 'base64') : Buffer.alloc(0);
  return bytes.length === KEY_BYTES && bytes.some((byte) => byte !== 0) ? bytes : null;
}

/** Server keys, newest first: the newest protects what is written, the others still open what is there. */
export class KeyRing {
  private constructor(private readonly keys: readonly ServerKey[]) {}

  /** Reads `id:base64,id:base64`, newest first, each key exactly 32 bytes. Throws an Error that never repeats the value. */
  static parse(text: string): KeyRing {
    const keys = text.split(',').map((entry, index) => {
      const colon = entry.indexOf(':');
      const id = entry.slice(0, Math.max(colon, 0)).trim();
      if (!KEY_ID.test(id)) throw new Error(`key ${index + 1} needs an id before a colon (id:base64)`);
      const bytes = parseServerKey(entry.slice(colon + 1));
      if (bytes === null)
        throw new Error(`key ${index + 1} needs exactly ${KEY_BYTES} bytes of base64, not all of them zero`);
      return { id, bytes };
    });
    if (new Set(keys.map((key) => key.id)).size !== keys.length) throw new Error('two keys have the same id');
    return new KeyRing(keys);
  }

  get newest(): ServerKey {
    const key = this.keys[0];
    if (key === undefined) throw new Error('a key ring is never empty');
    return key;
  }

  /** Newest first. */
  all(): readonly ServerKey[] {
    return this.keys;
  }

  find(id: string): ServerKey | null {
    return this.keys.find((key) => key.id === id) ?? null;
  }
}
