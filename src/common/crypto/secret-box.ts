import { createCipheriv, createDecipheriv } from 'node:crypto';
import type { Randomness } from '../clock';
import type { KeyRing } from './key-ring';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** By how much sealing lengthens what is sealed: nonce and tag. */
export const SEALING_BYTES = NONCE_BYTES + TAG_BYTES;

export interface SealedBytes {
  readonly keyId: string;
  /** Nonce, tag and ciphertext. */
  readonly sealed: Buffer;
}

/** AES-256-GCM under a key ring. A box is `<key id>.<base64url of nonce, tag and ciphertext>`. */
export class SecretBox {
  constructor(
    private readonly ring: KeyRing,
    private readonly randomness: Randomness,
  ) {}

  /** The key that seals from now on. */
  get newestKeyId(): string {
    return this.ring.newest.id;
  }

  /** How every box begins that was sealed with the newest key. */
  get newestPrefix(): string {
    return `${this.ring.newest.id}.`;
  }

  /** `boundTo` names the row that owns the secret: a box copied into another row does not open. */
  seal(plain: string, boundTo: string): string {
    const { keyId, sealed } = this.sealBytes(Buffer.from(plain, 'utf8'), boundTo);
    return `${keyId}.${sealed.toString('base64url')}`;
  }

  /** Throws when the key is unknown, or when the box was changed or belongs to another row. */
  open(box: string, boundTo: string): string {
    const dot = box.indexOf('.');
    const sealed = Buffer.from(box.slice(dot + 1), 'base64url');
    return this.openBytes({ keyId: box.slice(0, dot), sealed }, boundTo).toString('utf8');
  }

  /** As `seal`, for what is kept as bytes: SEALING_BYTES longer than what was given. */
  sealBytes(plain: Buffer, boundTo: string): SealedBytes {
    const key = this.ring.newest;
    const nonce = this.randomness.bytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', key.bytes, nonce, { authTagLength: TAG_BYTES });
    cipher.setAAD(Buffer.from(boundTo, 'utf8'));
    const sealed = Buffer.concat([cipher.update(plain), cipher.final()]);
    return { keyId: key.id, sealed: Buffer.concat([nonce, cipher.getAuthTag(), sealed]) };
  }

  /** As `open`. */
  openBytes({ keyId, sealed }: SealedBytes, boundTo: string): Buffer {
    const key = this.ring.find(keyId);
    if (key === null) throw new Error('sealed with a key that is not in ENCRYPTION_KEYS');
    if (sealed.length < SEALING_BYTES) throw new Error('shorter than its nonce and tag');
    // A shorter tag would be quicker to guess: none but that of 16 bytes is taken.
    const decipher = createDecipheriv('aes-256-gcm', key.bytes, sealed.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAAD(Buffer.from(boundTo, 'utf8'));
    decipher.setAuthTag(sealed.subarray(NONCE_BYTES, SEALING_BYTES));
    return Buffer.concat([decipher.update(sealed.subarray(SEALING_BYTES)), decipher.final()]);
  }
}
