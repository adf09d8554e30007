import { Injectable } from '@nestjs/common';
import type { OperatorIdentity } from '../../auth';
import { commonErrors } from '../../common/errors';
import { Idempotency, type IdempotencyRequest, ok, type Reply } from '../../common/http';
import { SubmerchantLifecycle } from '../../submerchants';
import { CaseAuditService } from '../timeline/case-audit.service';
import { CaseStepRepository } from '../timeline/case-step.repository';
import { type CaseClaimResponse, toClaimResponse } from './claim.response';
import { ClaimService } from './claim.service';

/** An operator takes a case: for 30 idle minutes nobody else decides it. */
@Injectable()
export class ClaimCaseUseCase {
  constructor(
    private readonly idempotency: Idempotency,
    private readonly submerchants: SubmerchantLifecycle,
    private readonly claims: ClaimService,
    private readonly steps: CaseStepRepository,
    private readonly audit: CaseAuditService,
  ) {}

  /** Throws NOT_FOUND, INVALID_STATE when nothing waits for a decision, CASE_CLAIMED. */
  async execute(id: string, operator: OperatorIdentity, key: IdempotencyRequest): Promise<Reply> {
    const { operatorId } = operator;
    return this.idempotency.run(key, async (tx) => {
      const submerchant = await this.submerchants.lockAny(tx, id);
      if (!(await this.claims.isWaiting(tx, submerchant))) {
        const message = `Nothing waits for a decision here: the submerchant is ${submerchant.status}.`;
        throw commonErrors.INVALID_STATE({ message });
      }
      if (await this.claims.take(tx, submerchant, operatorId)) {
        await this.steps.insert(tx, submerchant, { type: 'claimed', operatorId });
        await this.audit.record(tx, submerchant, operator, 'case.claimed');
      }
      const claim = await this.claims.find(tx, submerchant);
      const data: CaseClaimResponse = {
        id,
        claim: claim === null ? null : toClaimResponse(claim, operatorId),
      };
      return ok('Claimed.', data);
    });
  }
}
