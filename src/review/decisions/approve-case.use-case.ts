import { Injectable } from '@nestjs/common';
import { accepted, Idempotency, type IdempotencyRequest, ok, type Reply } from '../../common/http';
import { together, type Tx } from '../../database';
import { byOperator, type Submerchant, SubmerchantLifecycle } from '../../submerchants';
import { RenewClaimUseCase } from '../claims/renew-claim.use-case';
import { FourEyesService } from '../four-eyes/four-eyes.service';
import { CaseAuditService } from '../timeline/case-audit.service';
import { CaseAccessService, type CaseRequest } from './case-access.service';
import { CaseDecisionService, KEPT } from './case-decision.service';

const DONE = 'Approved.';

/** An operator approves a case: the submerchant becomes active (contract §8, approve). */
@Injectable()
export class ApproveCaseUseCase {
  constructor(
    private readonly renewClaim: RenewClaimUseCase,
    private readonly idempotency: Idempotency,
    private readonly submerchants: SubmerchantLifecycle,
    private readonly access: CaseAccessService,
    private readonly fourEyes: FourEyesService,
    private readonly decisions: CaseDecisionService,
    private readonly audit: CaseAuditService,
  ) {}

  /**
   * Throws NOT_FOUND, STALE_VERSION, CASE_CLAIMED, INVALID_STATE, SECOND_OPERATOR_REQUIRED, SECOND_DECISION_PENDING,
   * DOCUMENTS_NOT_APPROVED, in this order.
   */
  async execute(request: CaseRequest, key: IdempotencyRequest): Promise<Reply> {
    const { operator } = request;
    const { operatorId } = operator;
    await this.renewClaim.execute(request.id, operatorId);
    const lock = (tx: Tx) => this.submerchants.lockAny(tx, request.id);
    const work = async (tx: Tx, submerchant: Submerchant): Promise<Reply> => {
      await this.access.enter(tx, request, submerchant, 'approve');
      const [first, along, isShared] = await together(tx, [
        () => this.fourEyes.check(tx, submerchant, operatorId, 'approve'),
        () => this.decisions.assertApprovable(tx, submerchant),
        () => this.fourEyes.isShared(tx, submerchant, operatorId, 'approve'),
      ]);
      if (first === null && isShared) {
        const thing = await this.decisions.keep(tx, submerchant, operator, 'approve', []);
        return accepted(KEPT, await this.access.finish(tx, submerchant, operator)).waitingFor(thing);
      }
      await this.fourEyes.end(tx, submerchant);
      const approved = await this.decisions.approve(tx, submerchant, along, byOperator(operatorId));
      const documents = approved.map(({ details }) => details);
      await this.audit.record(tx, submerchant, operator, 'case.approved', { documents });
      return ok(DONE, await this.access.finish(tx, submerchant, operator));
    };
    return this.idempotency.runReading(key, lock, work, (tx, thing) =>
      this.access.answerAnew(tx, request, thing, DONE),
    );
  }
}
