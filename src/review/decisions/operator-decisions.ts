import { Injectable } from '@nestjs/common';
import type { OperatorIdentity } from '../../auth';
import type { Tx } from '../../database';
import {
  byOperator,
  type RejectionReason,
  type Submerchant,
  submerchantTransitions,
} from '../../submerchants';
import { commonErrors } from '../../common/errors';
import { CaseClaims } from '../claims/case-claims';
import { CaseSteps } from '../desk/case-steps';
import { CaseTrail, codesOf } from '../desk/case-trail';
import type { SharedDecision } from '../four-eyes/first-decision.entity';
import { type Admission, FourEyes } from '../four-eyes/four-eyes';
import { CaseDecisions, toReason } from './case-decisions';
import type { RejectBody, RequestResubmissionBody } from './decision.dto';

/**
 * The decisions of an operator on a locked case that is theirs: what a second operator must agree on is kept first
 * (contract §8, Four eyes), and everything is in the audit log.
 */
@Injectable()
export class OperatorDecisions {
  constructor(
    private readonly decisions: CaseDecisions,
    private readonly fourEyes: FourEyes,
    private readonly claims: CaseClaims,
    private readonly steps: CaseSteps,
    private readonly trail: CaseTrail,
  ) {}

  /** Throws INVALID_STATE, DOCUMENTS_NOT_APPROVED, SECOND_OPERATOR_REQUIRED, SECOND_DECISION_PENDING. */
  async approve(tx: Tx, submerchant: Submerchant, operator: OperatorIdentity): Promise<Admission> {
    submerchantTransitions.next(submerchant.status, 'approve');
    const admission = await this.fourEyes.admit(tx, submerchant, operator.operatorId, 'approve');
    if (admission === 'is_kept') {
      await this.decisions.assertApprovable(tx, submerchant);
      await this.keep(tx, submerchant, operator, 'approve', []);
      return admission;
    }
    const approved = await this.decisions.approve(tx, submerchant, byOperator(operator.operatorId));
    const documents = approved.map(({ details }) => details);
    await this.trail.leave(tx, submerchant, operator, 'case.approved', { documents });
    return admission;
  }

  /** Throws INVALID_STATE, SECOND_OPERATOR_REQUIRED, SECOND_DECISION_PENDING. */
  async reject(
    tx: Tx,
    submerchant: Submerchant,
    operator: OperatorIdentity,
    body: RejectBody,
  ): Promise<Admission> {
    submerchantTransitions.next(submerchant.status, 'reject');
    const shared = body.correctable ? null : 'reject';
    const admission = await this.fourEyes.admit(tx, submerchant, operator.operatorId, shared);
    if (admission === 'is_kept') {
      await this.keep(tx, submerchant, operator, 'reject', body.reasons.map(toReason));
      return admission;
    }
    await this.decisions.reject(tx, submerchant, byOperator(operator.operatorId), body);
    const { correctable, reasons } = body;
    await this.trail.leave(tx, submerchant, operator, 'case.rejected', {
      correctable,
      reasons: codesOf(reasons),
    });
    return admission;
  }

  /** Throws INVALID_STATE, SECOND_DECISION_PENDING. */
  async requestResubmission(
    tx: Tx,
    submerchant: Submerchant,
    operator: OperatorIdentity,
    { reasons }: RequestResubmissionBody,
  ): Promise<Admission> {
    submerchantTransitions.next(submerchant.status, 'request_resubmission');
    await this.fourEyes.admit(tx, submerchant, operator.operatorId, null);
    await this.decisions.requestResubmission(tx, submerchant, byOperator(operator.operatorId), reasons);
    await this.trail.leave(tx, submerchant, operator, 'case.sent_back', { reasons: codesOf(reasons) });
    return 'happens';
  }

  /** Throws INVALID_STATE. */
  async suspend(
    tx: Tx,
    submerchant: Submerchant,
    operator: OperatorIdentity,
    reason: string,
  ): Promise<Admission> {
    await this.decisions.suspend(tx, submerchant, byOperator(operator.operatorId), reason);
    await this.trail.leave(tx, submerchant, operator, 'case.suspended', { reason });
    return 'happens';
  }

  /** Throws INVALID_STATE. */
  async reactivate(
    tx: Tx,
    submerchant: Submerchant,
    operator: OperatorIdentity,
    reason: string,
  ): Promise<Admission> {
    await this.decisions.reactivate(tx, submerchant, byOperator(operator.operatorId), reason);
    await this.trail.leave(tx, submerchant, operator, 'case.reactivated', { reason });
    return 'happens';
  }

  async setMcc(
    tx: Tx,
    submerchant: Submerchant,
    operator: OperatorIdentity,
    mcc: string,
  ): Promise<Admission> {
    const before = submerchant.mcc;
    if (await this.decisions.setMcc(tx, submerchant, byOperator(operator.operatorId), mcc))
      await this.trail.leave(tx, submerchant, operator, 'case.mcc_set', { from: before, to: mcc });
    return 'happens';
  }

  /** Takes back a first decision, one's own or another's. Throws INVALID_STATE when none waits. */
  async withdraw(
    tx: Tx,
    submerchant: Submerchant,
    operator: OperatorIdentity,
    note: string,
  ): Promise<Admission> {
    const first = await this.fourEyes.withdraw(tx, submerchant);
    if (first === null)
      throw commonErrors.INVALID_STATE({ message: 'No decision waits for a second operator here.' });
    const { operatorId } = operator;
    const details = { decision: first.decision, by: first.email };
    await this.steps.append(tx, submerchant, { type: 'decision_withdrawn', operatorId, note, details });
    await this.trail.leave(tx, submerchant, operator, 'case.decision_withdrawn', details);
    return 'happens';
  }

  private async keep(
    tx: Tx,
    submerchant: Submerchant,
    operator: OperatorIdentity,
    decision: SharedDecision,
    reasons: readonly RejectionReason[],
  ): Promise<void> {
    const { operatorId } = operator;
    await this.fourEyes.keep(tx, submerchant, operatorId, decision, reasons);
    // Whoever decides second finds the case free.
    await this.claims.end(tx, submerchant.id);
    const step = { type: 'decision_recorded', operatorId, details: { decision, reasons } } as const;
    await this.steps.append(tx, submerchant, step);
    const details = { decision, reasons: codesOf(reasons) };
    await this.trail.leave(tx, submerchant, operator, 'case.decision_recorded', details);
  }
}
