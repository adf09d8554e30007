import { Injectable } from '@nestjs/common';
import type { OperatorIdentity } from '../../auth';
import { Clock } from '../../common';
import { commonErrors } from '../../common/errors';
import type { Tx } from '../../database';
import {
  DocumentLifecycle,
  type DocumentRefusal,
  DocumentReader,
  effectiveStatus,
  type SubmerchantDocument,
} from '../../documents';
import { byOperator, type Submerchant, SubmerchantLifecycle } from '../../submerchants';
import { SeenFileReader } from '../files/seen-file.reader';
import { CaseAuditService } from '../timeline/case-audit.service';
import { LastChangeService } from './last-change.service';

/** The verdict of an operator on one document of a locked submerchant. */
@Injectable()
export class DocumentVerdictService {
  constructor(
    private readonly documents: DocumentReader,
    private readonly lifecycle: DocumentLifecycle,
    private readonly seenFiles: SeenFileReader,
    private readonly submerchants: SubmerchantLifecycle,
    private readonly lastChanges: LastChangeService,
    private readonly audit: CaseAuditService,
    private readonly clock: Clock,
  ) {}

  /** Approves the document, or rejects it for a reason. Throws INVALID_STATE with the last change of the case. */
  async decide(
    tx: Tx,
    submerchant: Submerchant,
    id: string,
    operator: OperatorIdentity,
    refusal: DocumentRefusal | null,
  ): Promise<SubmerchantDocument> {
    const document = await this.documents.getAny(id, tx);
    const actor = byOperator(operator.operatorId);
    try {
      this.assertDecidable(submerchant, document);
      const change =
        refusal === null
          ? await this.lifecycle.approve(tx, submerchant, document, actor)
          : await this.lifecycle.reject(tx, submerchant, document, actor, refusal);
      await this.submerchants.record(
        tx,
        submerchant,
        ...(await this.seenFiles.withSha256(tx, submerchant, change)),
      );
    } catch (error) {
      throw await this.lastChanges.explain(tx, submerchant, error, true);
    }
    const verdict = refusal === null ? 'document.approved' : 'document.rejected';
    const seen = await this.seenFiles.findSha256(tx, document);
    await this.audit.recordVerdict(tx, submerchant, operator, verdict, document, seen);
    return document;
  }

  /**
   * A verdict is given, and may be changed, while the case is in review; of an active or suspended submerchant only a
   * document that was sent again waits for one (contract §5 and §8). Only the current record is used for review
   * (specification, Submerchant document, rule 1).
   */
  private assertDecidable({ status }: Submerchant, document: SubmerchantDocument): void {
    if (document.replacedAt !== null) {
      throw commonErrors.INVALID_STATE({
        message: 'This document was replaced by a newer one: decide on that.',
      });
    }
    const standing = effectiveStatus(document, this.clock.now());
    if (standing === 'expired') {
      throw commonErrors.INVALID_STATE({
        message: 'This document has expired: only a newer one can be decided on.',
      });
    }
    const waits = standing === 'pending' && (status === 'active' || status === 'suspended');
    if (status === 'pending_review' || waits) return;
    throw commonErrors.INVALID_STATE({
      message: `The submerchant is ${status} and the document ${standing}: no verdict is possible now.`,
    });
  }
}
