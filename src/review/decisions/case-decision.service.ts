import { Injectable } from '@nestjs/common';
import type { OperatorIdentity } from '../../auth';
import { Clock } from '../../common';
import type { PendingThing } from '../../common/http';
import { together, type Tx } from '../../database';
import { DocumentLifecycle, DocumentReader, type SubmerchantDocument } from '../../documents';
import {
  type Actor,
  type Change,
  type RejectionReason,
  type Submerchant,
  SubmerchantLifecycle,
} from '../../submerchants';
import { ClaimService } from '../claims/claim.service';
import { SeenFileReader } from '../files/seen-file.reader';
import type { SharedDecision } from '../four-eyes/first-decision.entity';
import { FourEyesService } from '../four-eyes/four-eyes.service';
import { approvedAlong, documentObstacles } from '../obstacles/approval.rules';
import { toObstacleResponse } from '../obstacles/obstacle.response';
import { RequirementReader } from '../requirements/requirement.reader';
import { toErrorDetail } from '../requirements/requirement.rules';
import { reviewErrors } from '../review.errors';
import { CaseAuditService, codesOf } from '../timeline/case-audit.service';
import { CaseStepRepository } from '../timeline/case-step.repository';

/** The answer to a decision that waits for a second operator. */
export const KEPT = 'Kept until another operator takes the same decision; the merchant is told of nothing.';

/** What the decisions of operators and those of the sandbox have in common, on a row that the caller has locked. */
@Injectable()
export class CaseDecisionService {
  constructor(
    private readonly documentRecords: DocumentReader,
    private readonly requirements: RequirementReader,
    private readonly documents: DocumentLifecycle,
    private readonly seenFiles: SeenFileReader,
    private readonly submerchants: SubmerchantLifecycle,
    private readonly fourEyes: FourEyesService,
    private readonly claims: ClaimService,
    private readonly steps: CaseStepRepository,
    private readonly audit: CaseAuditService,
    private readonly clock: Clock,
  ) {}

  /** Answers the documents that an approval approves too (contract §8, approve). Throws DOCUMENTS_NOT_APPROVED. */
  async assertApprovable(tx: Tx, submerchant: Submerchant): Promise<SubmerchantDocument[]> {
    const [current, requirements] = await together(tx, [
      () => this.documentRecords.listCurrent(submerchant, tx),
      () => this.requirements.list(submerchant, tx),
    ]);
    const along = approvedAlong(current, submerchant, this.clock.now());
    const obstacles = documentObstacles({ requirements, approvedAlong: along });
    if (obstacles.length === 0) return along;
    throw reviewErrors.DOCUMENTS_NOT_APPROVED({
      details: obstacles.map(toErrorDetail),
      data: { obstacles: obstacles.map(toObstacleResponse) },
    });
  }

  /** Approves these documents, and the case; answers what was written down of the documents. Throws INVALID_STATE. */
  async approve(
    tx: Tx,
    submerchant: Submerchant,
    along: readonly SubmerchantDocument[],
    actor: Actor,
  ): Promise<readonly Change[]> {
    let approved: readonly Change[] = [];
    if (along.length > 0) {
      const changes = await this.documents.approveAll(tx, submerchant, along, actor);
      approved = await this.seenFiles.listWithSha256(tx, submerchant, ...changes);
    }
    await this.submerchants.approve(tx, submerchant, actor, approved);
    return approved;
  }

  /** Keeps a decision until another operator takes it too; whoever decides second finds the case free. */
  async keep(
    tx: Tx,
    submerchant: Submerchant,
    operator: OperatorIdentity,
    decision: SharedDecision,
    reasons: readonly RejectionReason[],
  ): Promise<PendingThing> {
    const { operatorId } = operator;
    const thing = await this.fourEyes.keep(tx, submerchant, operatorId, decision, reasons);
    await this.claims.end(tx, submerchant);
    const step = { type: 'decision_recorded', operatorId, details: { decision, reasons } } as const;
    await this.steps.insert(tx, submerchant, step);
    const details = { decision, reasons: codesOf(reasons) };
    await this.audit.record(tx, submerchant, operator, 'case.decision_recorded', details);
    return thing;
  }
}
