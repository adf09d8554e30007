import { Injectable } from '@nestjs/common';
import type { OperatorIdentity } from '../../auth';
import { AuditLog, operatorActor } from '../../common/audit';
import type { Tx } from '../../database';
import type { SubmerchantDocument } from '../../documents';
import type { RejectionReason, Submerchant } from '../../submerchants';
import { SeenFiles } from '../files/seen-files';

/** Writes into the audit log what an operator did with a case. */
@Injectable()
export class CaseTrail {
  constructor(
    private readonly audit: AuditLog,
    private readonly seenFiles: SeenFiles,
  ) {}

  async leave(
    tx: Tx,
    { id, merchantId, version }: Submerchant,
    operator: OperatorIdentity,
    action: `case.${string}`,
    details: Readonly<Record<string, unknown>> = {},
  ): Promise<void> {
    const target = { type: 'submerchant', id };
    const actor = operatorActor(operator);
    await this.audit.append(tx, { action, actor, target, merchantId, details: { version, ...details } });
  }

  async leaveOnDocument(
    tx: Tx,
    { merchantId, version }: Submerchant,
    operator: OperatorIdentity,
    action: `document.${string}`,
    document: SubmerchantDocument,
  ): Promise<void> {
    const { id, submerchantId, type, rejectionCode: reason } = document;
    const seen = await this.seenFiles.sha256Of(tx, id);
    await this.audit.append(tx, {
      action,
      actor: operatorActor(operator),
      target: { type: 'document', id },
      merchantId,
      details: {
        submerchant_id: submerchantId,
        version,
        type,
        file_sha256: seen,
        ...(reason === null ? {} : { reason }),
      },
    });
  }
}

/** Reasons without what was written to the merchant: that is in the record. */
export function codesOf(reasons: readonly Pick<RejectionReason, 'code'>[]): string[] {
  return reasons.map(({ code }) => code);
}
