import { Injectable } from '@nestjs/common';
import type { OperatorIdentity } from '../../auth';
import { Clock } from '../../common';
import { commonErrors } from '../../common/errors';
import type { Tx } from '../../database';
import {
  DocumentLifecycle,
  type DocumentRefusal,
  DocumentReader,
  type SubmerchantDocument,
} from '../../documents';
import { byOperator, type Submerchant, SubmerchantLifecycle } from '../../submerchants';
import { SeenFileReader, withSha256 } from '../files/seen-file.reader';
import { verdictObstacle } from '../obstacles/verdict.rules';
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
    const seen = await this.seenFiles.listSha256(tx, [document]);
    try {
      this.assertDecidable(submerchant, document);
      const change =
        refusal === null
          ? await this.lifecycle.approve(tx, document, actor)
          : await this.lifecycle.reject(tx, document, actor, refusal);
      await this.submerchants.record(tx, submerchant, withSha256(change, seen));
    } catch (error) {
      throw await this.lastChanges.explain(tx, submerchant, error, true);
    }
    const verdict = refusal === null ? 'document.approved' : 'document.rejected';
    await this.audit.recordVerdict(tx, submerchant, operator, verdict, document, seen.get(id) ?? null);
    return document;
  }

  /** Whoever asks has the case by now. */
  private assertDecidable({ status }: Submerchant, document: SubmerchantDocument): void {
    const obstacle = verdictObstacle({ status, claim: null }, document, this.clock.now());
    if (obstacle !== null) throw commonErrors.INVALID_STATE({ message: obstacle.message });
  }
}
