import { Injectable } from '@nestjs/common';
import type { OperatorIdentity } from '../../auth';
import { Idempotency, type IdempotencyRequest, ok, type Reply } from '../../common/http';
import { SubmerchantLifecycle } from '../../submerchants';
import { CaseAuditService } from '../timeline/case-audit.service';
import { CaseStepRepository } from '../timeline/case-step.repository';
import type { CaseClaimResponse } from './claim.response';
import { ClaimService } from './claim.service';

/** An operator gives a case back. */
@Injectable()
export class ReleaseCaseUseCase {
  constructor(
    private readonly idempotency: Idempotency,
    private readonly submerchants: SubmerchantLifecycle,
    private readonly claims: ClaimService,
    private readonly steps: CaseStepRepository,
    private readonly audit: CaseAuditService,
  ) {}

  /** Throws NOT_FOUND, CASE_CLAIMED. */
  async execute(id: string, operator: OperatorIdentity, key: IdempotencyRequest): Promise<Reply> {
    const { operatorId } = operator;
    return this.idempotency.run(key, async (tx) => {
      const submerchant = await this.submerchants.lockAny(tx, id);
      if (await this.claims.release(tx, submerchant, operatorId)) {
        await this.steps.insert(tx, submerchant, { type: 'released', operatorId });
        await this.audit.record(tx, submerchant, operator, 'case.released');
      }
      const data: CaseClaimResponse = { id, claim: null };
      return ok('Released.', data);
    });
  }
}
