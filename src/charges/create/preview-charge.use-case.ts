import { Injectable } from '@nestjs/common';
import type { MerchantIdentity } from '../../auth';
import { Clock } from '../../common';
import { type PreviewResponse, toSplitResponse } from '../charge.response';
import { divide } from '../splits/split.rules';
import { assertNoRawCard, checkRequest } from './charge-request.rules';
import type { PreviewChargeBody } from './create-charge.body';
import { newSplits, totalOf } from './new-charge';
import { RecipientsService } from './recipients.service';

/** Says how a request would be divided. Nothing is created, and a raw card has no business here. */
@Injectable()
export class PreviewChargeUseCase {
  constructor(
    private readonly recipients: RecipientsService,
    private readonly clock: Clock,
  ) {}

  async execute(merchant: MerchantIdentity, request: PreviewChargeBody): Promise<PreviewResponse> {
    const rules = checkRequest(merchant, request, this.clock.now());
    assertNoRawCard(request);
    await this.recipients.check({
      merchantId: merchant.merchantId,
      submerchantId: request.submerchant_id,
      rules,
    });
    const totalCents = totalOf(request);
    const charge = { id: '', merchantId: merchant.merchantId };
    return {
      total_amount: totalCents,
      split: newSplits(charge, divide(rules, totalCents)).map(toSplitResponse),
    };
  }
}
