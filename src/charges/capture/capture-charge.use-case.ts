import { Injectable } from '@nestjs/common';
import type { MerchantIdentity } from '../../auth';
import type { IdempotencyRequest, Reply } from '../../common/http';
import { chargeErrors } from '../charge.errors';
import { chargeTransitions } from '../charge.transitions';
import { CallAboutChargeUseCase } from './call-about-charge.use-case';
import type { CaptureChargeBody } from './capture-charge.body';

/** Takes an authorised amount, whole or in part. */
@Injectable()
export class CaptureChargeUseCase {
  constructor(private readonly callAbout: CallAboutChargeUseCase) {}

  async execute(
    merchant: MerchantIdentity,
    id: string,
    body: CaptureChargeBody,
    key: IdempotencyRequest,
  ): Promise<Reply> {
    return this.callAbout.execute(merchant, id, key, ({ charge }, assertInTime) => {
      chargeTransitions.next(charge.status, 'capture');
      assertInTime();
      const amountCents = body.amount ?? charge.totalAmountCents;
      if (amountCents > charge.totalAmountCents) throw chargeErrors.CAPTURE_EXCEEDS_AUTHORIZED();
      return { kind: 'capture', amountCents };
    });
  }
}
