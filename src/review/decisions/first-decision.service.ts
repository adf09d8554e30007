import { Injectable } from '@nestjs/common';
import type { OperatorIdentity } from '../../auth';
import type { PendingThing } from '../../common/http';
import type { Tx } from '../../database';
import type { RejectionReason, Submerchant } from '../../submerchants';
import { ClaimService } from '../claims/claim.service';
import type { SharedDecision } from '../four-eyes/first-decision.entity';
import { FourEyesService } from '../four-eyes/four-eyes.service';
import { CaseAuditService, codesOf } from '../timeline/case-audit.service';
import { CaseStepRepository } from '../timeline/case-step.repository';

/** The answer to a decision that waits for a second operator. */
export const KEPT = 'Kept until another operator takes the same decision; the merchant is told of nothing.';

/** A decision that needs a second operator, on a row that the caller has locked. */
@Injectable()
export class FirstDecisionService {
  constructor(
    private readonly fourEyes: FourEyesService,
    private readonly claims: ClaimService,
    private readonly steps: CaseStepRepository,
    private readonly audit: CaseAuditService,
  ) {}

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
