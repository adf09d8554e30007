import { Injectable } from '@nestjs/common';
import type { OperatorIdentity } from '../../auth';
import { Clock } from '../../common';
import { AuditLog, operatorActor } from '../../common/audit';
import { TxRunner } from '../../database';
import type { HostedFile } from './document-files.repository';
import type { FileFacts } from './file-vault';

/** A page that is turned back and forth is one look: the audit log says who saw what on which day. */
const TOLD_EVERY_HOURS = 24;

const TELL = `
  INSERT INTO document_file_views AS view (document_id, operator_id, viewed_at)
    SELECT document.id, $2, $3 FROM submerchant_documents document WHERE document.id = $1
  ON CONFLICT (document_id, operator_id) DO UPDATE SET viewed_at = excluded.viewed_at
    WHERE view.viewed_at <= excluded.viewed_at - make_interval(hours => ${TOLD_EVERY_HOURS})
  RETURNING 1`;

/** Files show unmasked what the rest of the case masks: who looks at one is written into the audit log (decision 0075). */
@Injectable()
export class FileViews {
  constructor(
    private readonly txRunner: TxRunner,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /** Before the first byte is sent: nothing is shown that was not written down. */
  async record(file: HostedFile, { sha256 }: FileFacts, operator: OperatorIdentity): Promise<void> {
    const { documentId, submerchantId, merchantId } = file;
    await this.txRunner.run(async (tx) => {
      const told = await tx.query<unknown[]>(TELL, [documentId, operator.operatorId, this.clock.now()]);
      if (told.length === 0) return;
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
