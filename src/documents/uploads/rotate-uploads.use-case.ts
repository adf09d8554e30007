import { Injectable } from '@nestjs/common';
import type { RotationResult, SecretRotation } from '../../common/crypto';
import { type Tx, TxRunner } from '../../database';
import { UploadRepository, type UploadKey } from './upload.repository';
import { UploadSealingService } from './upload-sealing.service';

const IDS_AT_ONCE = 500;
const NOBODY = '00000000-0000-0000-0000-000000000000';

/** Encrypts uploaded files anew with the newest key, one at a time: each may be 10 MiB. */
@Injectable()
export class RotateUploadsUseCase implements SecretRotation {
  constructor(
    private readonly transactions: TxRunner,
    private readonly uploads: UploadRepository,
    private readonly sealing: UploadSealingService,
  ) {}

  /** `failed` names the uploads that no key of the ring opens. */
  async execute(): Promise<RotationResult> {
    const failed: string[] = [];
    let rotated = 0;
    let after: UploadKey = { merchantId: NOBODY, id: NOBODY };
    for (;;) {
      const keys = await this.uploads.listSealedWithOthers(this.sealing.newestKeyId, after, IDS_AT_ONCE);
      for (const key of keys) {
        const done = await this.transactions.run((tx) => this.rotate(tx, key));
        if (done === 'rotated') rotated += 1;
        else if (done === 'failed') failed.push(key.id);
      }
      const last = keys.at(-1);
      if (last === undefined) return { rotated, failed };
      after = last;
    }
  }

  private async rotate(tx: Tx, key: UploadKey): Promise<'rotated' | 'failed' | 'gone'> {
    const upload = await this.uploads.lock(tx, key);
    if (upload === null) return 'gone';
    let plain: Buffer;
    try {
      plain = this.sealing.open(upload);
    } catch {
      return 'failed';
    }
    await this.uploads.updateSealed(tx, key, this.sealing.seal(upload, plain));
    return 'rotated';
  }
}
