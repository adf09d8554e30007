import { Injectable } from '@nestjs/common';
import { Idempotency, type IdempotencyRequest, ok, type Reply } from '../../common/http';
import { byOperator, SubmerchantLifecycle } from '../../submerchants';
import { RenewClaimUseCase } from '../claims/renew-claim.use-case';
import { FourEyesService } from '../four-eyes/four-eyes.service';
import { toReason } from '../reasons/reason.body';
import { ReasonTargetService } from '../reasons/reason-target.service';
import { CaseAuditService, codesOf } from '../timeline/case-audit.service';
import { CaseAccessService, type CaseRequest } from './case-access.service';
import type { RequestResubmissionBody } from './decision.body';

/** An operator sends a case back to its merchant, also one that was rejected for good. */
@Injectable()
export class SendBackCaseUseCase {
  constructor(
    private readonly renewClaim: RenewClaimUseCase,
    private readonly idempotency: Idempotency,
    private readonly access: CaseAccessService,
    private readonly targets: ReasonTargetService,
    private readonly fourEyes: FourEyesService,
    private readonly submerchants: SubmerchantLifecycle,
    private readonly audit: CaseAuditService,
  ) {}

  /** Throws NOT_FOUND, STALE_VERSION, CASE_CLAIMED, INVALID_STATE, VALIDATION_FAILED, SECOND_DECISION_PENDING. */
  async execute(
    request: CaseRequest,
    body: RequestResubmissionBody,
    key: IdempotencyRequest,
  ): Promise<Reply> {
    const { operator } = request;
    const { operatorId } = operator;
    const reasons = body.reasons.map(toReason);
    await this.renewClaim.execute(request.id, operatorId);
    return this.idempotency.run(key, async (tx) => {
      const submerchant = await this.access.lock(tx, request, 'request_resubmission');
      await this.targets.assertOwn(tx, submerchant, reasons);
      await this.fourEyes.check(tx, submerchant, operatorId, null);
      await this.submerchants.requestResubmission(tx, submerchant, byOperator(operatorId), reasons);
      await this.audit.record(tx, submerchant, operator, 'case.sent_back', { reasons: codesOf(reasons) });
      return ok('Sent back.', await this.access.finish(tx, submerchant, operator));
    });
  }
}
