import { Injectable } from '@nestjs/common';
import type { OperatorIdentity } from '../../auth';
import { AuditLog, operatorActor } from '../../common/audit';
import type { Tx } from '../../database';
import type { SubmerchantDocument } from '../../documents';
import type { RejectionReason, Submerchant } from '../../submerchants';

/** Writes into the audit log what an operator did with a case. */
@Injectable()
export class CaseAuditService {
  constructor(private readonly audit: AuditLog) {}

  async record(
    tx: Tx,
    { id, merchantId, version }: Submerchant,
    operator: OperatorIdentity,
    action: `case.${string}`,
    details: Readonly<Record<string, unknown>> = {},
  ): Promise<void> {
    await this.audit.append(tx, {
      action,
      actor: operatorActor(operator),
      target: { type: 'submerchant', id },
      merchantId,
      details: { version, ...details },
    });
  }

  /** A verdict on a document, with the SHA-256 of the file that operators saw; null when nobody looked. */
  async recordVerdict(
    tx: Tx,
    { merchantId, version }: Submerchant,
    operator: OperatorIdentity,
    action: `document.${string}`,
    { id, submerchantId, type, rejectionCode: reason }: SubmerchantDocument,
    fileSha256: string | null,
  ): Promise<void> {
    await this.audit.append(tx, {
      action,
      actor: operatorActor(operator),
      target: { type: 'document', id },
      merchantId,
      details: {
        submerchant_id: submerchantId,
        version,
        type,
        file_sha256: fileSha256,
        ...(reason === null ? {} : { reason }),
      },
    });
  }
}

/** Reasons without what was written to the merchant: that is in the record. */
export function codesOf(reasons: readonly Pick<RejectionReason, 'code'>[]): string[] {
  return reasons.map(({ code }) => code);
}
