import { Injectable } from '@nestjs/common';
import { Idempotency, type IdempotencyRequest, ok, type Reply } from '../../common/http';
import {
  byOperator,
  SubmerchantReader,
  SubmerchantLifecycle,
  submerchantTransitions,
} from '../../submerchants';
import { ClaimService } from '../claims/claim.service';
import { CaseDecisionService } from '../decisions/case-decision.service';

/** An integrator approves a submerchant in the sandbox, by the rules that hold for an operator. */
@Injectable()
export class ApproveAsSandboxUseCase {
  constructor(
    private readonly idempotency: Idempotency,
    private readonly submerchants: SubmerchantLifecycle,
    private readonly decisions: CaseDecisionService,
    private readonly claims: ClaimService,
    private readonly reader: SubmerchantReader,
  ) {}

  /** Throws NOT_FOUND, INVALID_STATE, DOCUMENTS_NOT_APPROVED. */
  async execute(merchantId: string, id: string, key: IdempotencyRequest): Promise<Reply> {
    return this.idempotency.run(key, async (tx) => {
      const submerchant = await this.submerchants.lock(tx, merchantId, id);
      submerchantTransitions.next(submerchant.status, 'approve');
      const along = await this.decisions.assertApprovable(tx, submerchant);
      await this.decisions.approve(tx, submerchant, along, byOperator(null));
      await this.claims.end(tx, submerchant);
      return ok('Approved.', await this.reader.respond(submerchant, tx));
    });
  }
}
