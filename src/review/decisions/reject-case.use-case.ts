import { Injectable } from '@nestjs/common';
import { accepted, Idempotency, type IdempotencyRequest, ok, type Reply } from '../../common/http';
import type { Tx } from '../../database';
import { byOperator, SubmerchantLifecycle } from '../../submerchants';
import { RenewClaimUseCase } from '../claims/renew-claim.use-case';
import { FourEyesService } from '../four-eyes/four-eyes.service';
import { toReason } from '../reasons/reason.body';
import { ReasonTargetService } from '../reasons/reason-target.service';
import { CaseAuditService, codesOf } from '../timeline/case-audit.service';
import { CaseAccessService, type CaseRequest } from './case-access.service';
import { FirstDecisionService, KEPT } from './first-decision.service';
import type { RejectBody } from './decision.body';

const DONE = 'Rejected.';

/** An operator rejects a case, with coded reasons; for good only with a second operator (contract §8, Four eyes). */
@Injectable()
export class RejectCaseUseCase {
  constructor(
    private readonly renewClaim: RenewClaimUseCase,
    private readonly idempotency: Idempotency,
    private readonly access: CaseAccessService,
    private readonly targets: ReasonTargetService,
    private readonly fourEyes: FourEyesService,
    private readonly decisions: FirstDecisionService,
    private readonly submerchants: SubmerchantLifecycle,
    private readonly audit: CaseAuditService,
  ) {}

  /**
   * Throws NOT_FOUND, STALE_VERSION, CASE_CLAIMED, INVALID_STATE, VALIDATION_FAILED, SECOND_OPERATOR_REQUIRED,
   * SECOND_DECISION_PENDING.
   */
  async execute(request: CaseRequest, body: RejectBody, key: IdempotencyRequest): Promise<Reply> {
    const { operator } = request;
    const { operatorId } = operator;
    const { correctable } = body;
    const reasons = body.reasons.map(toReason);
    const shared = correctable ? null : 'reject';
    await this.renewClaim.execute(request.id, operatorId);
    const work = async (tx: Tx): Promise<Reply> => {
      const submerchant = await this.access.lock(tx, request, 'reject');
      await this.targets.assertOwn(tx, submerchant, reasons);
      const first = await this.fourEyes.check(tx, submerchant, operatorId, shared);
      const isFirst = first === null && shared !== null;
      if (isFirst && (await this.fourEyes.isShared(tx, submerchant, operatorId, shared))) {
        const thing = await this.decisions.keep(tx, submerchant, operator, shared, reasons);
        return accepted(KEPT, await this.access.finish(tx, submerchant, operator)).waitingFor(thing);
      }
      await this.fourEyes.end(tx, submerchant);
      await this.submerchants.reject(tx, submerchant, byOperator(operatorId), { reasons, correctable });
      const details = { correctable, reasons: codesOf(reasons) };
      await this.audit.record(tx, submerchant, operator, 'case.rejected', details);
      return ok(DONE, await this.access.finish(tx, submerchant, operator));
    };
    return this.idempotency.run(key, work, (tx, thing) => this.access.answerAnew(tx, request, thing, DONE));
  }
}
