/** One server key: its name is stored with whatever it protects, so that keys can be rotated. */
export interface ServerKey {
  readonly id: string;
  readonly bytes: Buffer;
}

const KEY_BYTES = 32;
const KEY_ID = /^[A-Za-z0-9_-]{1,32}$/;

/** Server keys, newest first: the newest protects what is written, the others still open what is there. */
export class KeyRing {
  private constructor(private readonly keys: readonly ServerKey[]) {}

  /** Reads `id:base64,id:base64`, newest first, each key at least 32 bytes. Throws an Error that never repeats the value. */
  static parse(text: string): KeyRing {
    const keys = text.split(',').map((entry, index) => {
      const colon = entry.indexOf(':');
      const id = entry.slice(0, Math.max(colon, 0)).trim();
      const bytes = Buffer.from(entry.slice(colon + 1).trim(), 'base64');
      if (!KEY_ID.test(id)) throw new Error(`key ${index + 1} needs an id before a colon (id:base64)`);
      if (bytes.length < KEY_BYTES)
        throw new Error(`key ${index + 1} needs at least ${KEY_BYTES} bytes of base64`);
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

  find(id: string): ServerKey | null {
    return this.keys.find((key) => key.id === id) ?? null;
  }
}
