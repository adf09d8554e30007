import { Injectable } from '@nestjs/common';
import type { OperatorIdentity } from '../../auth';
import { Clock } from '../../common';
import { AuditLog, operatorActor } from '../../common/audit';
import { TxRunner } from '../../database';
import { DocumentFileRepository, type HostedFile } from './document-file.repository';
import type { FileFacts } from './file-sealing.service';

/** Files show unmasked what the rest of the case masks: who looks at one is written into the audit log. */
@Injectable()
export class RecordFileViewUseCase {
  constructor(
    private readonly transactions: TxRunner,
    private readonly files: DocumentFileRepository,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /** Before the first byte is sent: nothing is shown that was not written down. */
  async execute(file: HostedFile, { sha256 }: FileFacts, operator: OperatorIdentity): Promise<void> {
    const { documentId, submerchantId, merchantId } = file;
    await this.transactions.run(async (tx) => {
      const isNew = await this.files.upsertView(tx, file, operator.operatorId, this.clock.now());
      if (!isNew) return;
      await this.audit.append(tx, {
        action: 'document.file_viewed',
        actor: operatorActor(operator),
        target: { type: 'document', id: documentId },
        merchantId,
        details: { submerchant_id: submerchantId, sha256: sha256.toString('hex') },
      });
    });
  }
}
