import { Injectable } from '@nestjs/common';
import { type SealedBytes, SecretBox } from '../../common/crypto';
import type { Upload } from './upload.entity';

type BoundTo = Pick<Upload, 'merchantId' | 'id' | 'sha256'>;

/** Encrypts uploaded files (AES-256-GCM), each bound to its row and to what it is. */
@Injectable()
export class UploadSealingService {
  constructor(private readonly box: SecretBox) {}

  get newestKeyId(): string {
    return this.box.newestKeyId;
  }

  seal(upload: BoundTo, plain: Buffer): SealedBytes {
    return this.box.sealBytes(plain, boundTo(upload));
  }

  /** Throws when the key is unknown, or when anything is not as it was sealed. */
  open(upload: BoundTo & SealedBytes): Buffer {
    return this.box.openBytes(upload, boundTo(upload));
  }
}

function boundTo({ merchantId, id, sha256 }: BoundTo): string {
  return `uploads:${merchantId}:${id}:${sha256.toString('hex')}`;
}
