import { Injectable } from '@nestjs/common';
import type { RotationResult, SecretRotation } from '../../common/crypto';
import { type Tx, TxRunner } from '../../database';
import { DocumentFileRepository } from './document-file.repository';
import { type DocumentKey, FileSealingService, type KeptFile, type SealedFile } from './file-sealing.service';

const IDS_AT_ONCE = 500;
const NOBODY = '00000000-0000-0000-0000-000000000000';

/** Encrypts the kept files of documents anew with the newest key, so that the older ones can leave the ring. */
@Injectable()
export class RotateDocumentFilesUseCase implements SecretRotation {
  constructor(
    private readonly transactions: TxRunner,
    private readonly files: DocumentFileRepository,
    private readonly sealing: FileSealingService,
  ) {}

  /**
   * Goes through all of them one at a time, beside the running service: each may be 10 MiB. Done again it finds nothing to do.
   * `failed` names the documents whose files no key of the ring opens.
   */
  async execute(): Promise<RotationResult> {
    const failed: string[] = [];
    let rotated = 0;
    let after: DocumentKey = { merchantId: NOBODY, documentId: NOBODY };
    for (;;) {
      const keys = await this.files.listSealedWithOthers(this.sealing.newestKeyId, after, IDS_AT_ONCE);
      for (const key of keys) {
        const done = await this.transactions.run((tx) => this.rotate(tx, key));
        if (done === 'rotated') rotated += 1;
        else if (done === 'failed') failed.push(key.documentId);
      }
      const last = keys.at(-1);
      if (last === undefined) return { rotated, failed };
      after = last;
    }
  }

  private async rotate(tx: Tx, key: DocumentKey): Promise<'rotated' | 'failed' | 'gone'> {
    const file = await this.files.lockSealed(tx, key);
    if (file === null) return 'gone';
    const sealed = this.sealedAnew(file);
    if (sealed === null) return 'failed';
    await this.files.updateSealed(tx, key, sealed);
    return 'rotated';
  }

  private sealedAnew(file: KeptFile): SealedFile | null {
    try {
      return this.sealing.sealAnew(file);
    } catch {
      return null;
    }
  }
}
