import { Injectable } from '@nestjs/common';
import { Idempotency, type IdempotencyRequest, ok, type Reply } from '../../common/http';
import { byOperator, SubmerchantLifecycle } from '../../submerchants';
import { RenewClaimUseCase } from '../claims/renew-claim.use-case';
import { CaseAuditService } from '../timeline/case-audit.service';
import { CaseAccessService, type CaseRequest } from './case-access.service';

/** An operator suspends an active submerchant: no new charges and splits. */
@Injectable()
export class SuspendSubmerchantUseCase {
  constructor(
    private readonly renewClaim: RenewClaimUseCase,
    private readonly idempotency: Idempotency,
    private readonly access: CaseAccessService,
    private readonly submerchants: SubmerchantLifecycle,
    private readonly audit: CaseAuditService,
  ) {}

  /** Throws NOT_FOUND, STALE_VERSION, CASE_CLAIMED, INVALID_STATE. The reason is the operators' own. */
  async execute(request: CaseRequest, reason: string, key: IdempotencyRequest): Promise<Reply> {
    const { operator } = request;
    const { operatorId } = operator;
    await this.renewClaim.execute(request.id, operatorId);
    return this.idempotency.run(key, async (tx) => {
      const submerchant = await this.access.lock(tx, request, 'suspend');
      await this.submerchants.suspend(tx, submerchant, byOperator(operatorId), reason);
      await this.audit.record(tx, submerchant, operator, 'case.suspended', { reason });
      return ok('Suspended.', await this.access.finish(tx, submerchant, operator));
    });
  }
}
