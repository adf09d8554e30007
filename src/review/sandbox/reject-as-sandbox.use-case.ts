import { Injectable } from '@nestjs/common';
import { Idempotency, type IdempotencyRequest, ok, type Reply } from '../../common/http';
import {
  byOperator,
  SubmerchantLifecycle,
  SubmerchantReader,
  submerchantTransitions,
} from '../../submerchants';
import { ClaimService } from '../claims/claim.service';
import type { SandboxRejectBody } from '../decisions/decision.body';
import { toReason } from '../reasons/reason.body';
import { ReasonTargetService } from '../reasons/reason-target.service';

/** An integrator rejects a submerchant in the sandbox. */
@Injectable()
export class RejectAsSandboxUseCase {
  constructor(
    private readonly idempotency: Idempotency,
    private readonly submerchants: SubmerchantLifecycle,
    private readonly targets: ReasonTargetService,
    private readonly claims: ClaimService,
    private readonly reader: SubmerchantReader,
  ) {}

  /** Throws NOT_FOUND, INVALID_STATE, VALIDATION_FAILED. */
  async execute(
    merchantId: string,
    id: string,
    body: SandboxRejectBody,
    key: IdempotencyRequest,
  ): Promise<Reply> {
    const reasons = (body.reasons ?? [{ code: 'other' }]).map(toReason);
    const correctable = body.correctable ?? true;
    return this.idempotency.run(key, async (tx) => {
      const submerchant = await this.submerchants.lock(tx, merchantId, id);
      submerchantTransitions.next(submerchant.status, 'reject');
      await this.targets.assertOwn(tx, submerchant, reasons);
      await this.submerchants.reject(tx, submerchant, byOperator(null), { reasons, correctable });
      await this.claims.end(tx, submerchant);
      return ok('Rejected.', await this.reader.respond(submerchant, tx));
    });
  }
}
