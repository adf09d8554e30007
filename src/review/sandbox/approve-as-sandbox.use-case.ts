import { Injectable } from '@nestjs/common';
import { Idempotency, type IdempotencyRequest, ok, type Reply } from '../../common/http';
import { byOperator, SubmerchantLifecycle, submerchantTransitions } from '../../submerchants';
import { ClaimService } from '../claims/claim.service';
import { ApprovalService, assertUnobstructed } from '../decisions/approval/approval.service';

/** An integrator approves a submerchant in the sandbox, by the rules that hold for an operator. */
@Injectable()
export class ApproveAsSandboxUseCase {
  constructor(
    private readonly idempotency: Idempotency,
    private readonly submerchants: SubmerchantLifecycle,
    private readonly approvals: ApprovalService,
    private readonly claims: ClaimService,
  ) {}

  /** Throws NOT_FOUND, INVALID_STATE, DOCUMENTS_NOT_APPROVED. */
  async execute(merchantId: string, id: string, key: IdempotencyRequest): Promise<Reply> {
    return this.idempotency.run(key, async (tx) => {
      const submerchant = await this.submerchants.lock(tx, merchantId, id);
      submerchantTransitions.next(submerchant.status, 'approve');
      const approvable = (await this.approvals.read(tx, [submerchant]))(submerchant);
      assertUnobstructed(approvable);
      const { response } = await this.approvals.approve(tx, { ...approvable, actor: byOperator(null) });
      await this.claims.end(tx, submerchant);
      return ok('Approved.', response);
    });
  }
}
