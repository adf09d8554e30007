import { Injectable } from '@nestjs/common';
import type { MerchantIdentity } from '../../auth';
import { DisputedChargesService } from '../../charges';
import { commonErrors } from '../../common/errors';
import { Idempotency, type IdempotencyRequest, ok, type Reply } from '../../common/http';
import { SandboxPayerService } from '../../providers';
import { DisputeRepository } from '../dispute.repository';
import { toDisputeResponse } from '../dispute.response';
import { disputeTransitions } from '../dispute.transitions';

const MESSAGES = { win: 'The dispute was won.', lose: 'The dispute was lost.' } as const;

/** Decides a dispute as the institution of a test merchant does (money contract §20, Sandbox). */
@Injectable()
export class DecideDisputeUseCase {
  constructor(
    private readonly disputes: DisputeRepository,
    private readonly charges: DisputedChargesService,
    private readonly payer: SandboxPayerService,
    private readonly idempotency: Idempotency,
  ) {}

  /** Decision, notification and answer in one transaction: a repeated key finds all of them, or none. */
  async execute(
    { merchantId }: MerchantIdentity,
    id: string,
    decision: 'win' | 'lose',
    key: IdempotencyRequest,
  ): Promise<Reply> {
    const found = await this.disputes.find(merchantId, id);
    if (found === null) throw commonErrors.NOT_FOUND();
    const { chargeId, providerAccountId } = found.dispute;
    const account = await this.payer.find(providerAccountId);
    const reference = await this.charges.referenceOf({ merchantId, id: chargeId });
    return this.idempotency.run(key, async (tx) => {
      const before = await this.disputes.find(merchantId, id, tx);
      disputeTransitions.next((before ?? found).dispute.status, decision);
      if (account === null)
        throw commonErrors.INVALID_STATE({ message: 'The charge was not made with the sandbox.' });
      const kind = decision === 'win' ? 'dispute_won' : 'dispute_lost';
      const outcome = await this.payer.decide(tx, account, reference, kind);
      if (outcome === 'impossible')
        throw commonErrors.INVALID_STATE({ message: 'The dispute was decided already.' });
      const after = await this.disputes.find(merchantId, id, tx);
      const message = outcome === 'notified' ? MESSAGES[decision] : 'The notification of it comes later.';
      return ok(message, toDisputeResponse(after ?? found));
    });
  }
}
