import { Injectable } from '@nestjs/common';
import type { RotationResult, SecretRotation } from '../../common/crypto';
import { type Tx, TxRunner } from '../../database';
import { DocumentFilesRepository } from './document-files.repository';
import { FileVault, type KeptFile, type SealedFile } from './file-vault';

const IDS_AT_ONCE = 500;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** Encrypts the kept files of documents anew with the newest key, so that the older ones can leave the ring. */
@Injectable()
export class RotateDocumentFiles implements SecretRotation {
  constructor(
    private readonly txRunner: TxRunner,
    private readonly files: DocumentFilesRepository,
    private readonly vault: FileVault,
  ) {}

  /**
   * Goes through all of them one at a time, beside the running service: each may be 10 MiB. Done again it finds nothing to do.
   * `failed` names the documents whose files no key of the ring opens.
   */
  async execute(): Promise<RotationResult> {
    const failed: string[] = [];
    let rotated = 0;
    let after = FIRST_ID;
    for (;;) {
      const ids = await this.files.listSealedWithOthers(this.vault.newestKeyId, after, IDS_AT_ONCE);
      for (const id of ids) {
        const done = await this.txRunner.run((tx) => this.rotate(tx, id));
        if (done === 'rotated') rotated += 1;
        else if (done === 'failed') failed.push(id);
      }
      const last = ids.at(-1);
      if (last === undefined) return { rotated, failed };
      after = last;
    }
  }

  private async rotate(tx: Tx, documentId: string): Promise<'rotated' | 'failed' | 'gone'> {
    const file = await this.files.lockSealed(tx, documentId);
    if (file === null) return 'gone';
    const sealed = this.sealedAnew(file);
    if (sealed === null) return 'failed';
    await this.files.saveSealed(tx, documentId, sealed);
    return 'rotated';
  }

  private sealedAnew(file: KeptFile): SealedFile | null {
    try {
      return this.vault.sealAnew(file);
    } catch {
      return null;
    }
  }
}
