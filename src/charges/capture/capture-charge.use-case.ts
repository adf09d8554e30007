import { Injectable } from '@nestjs/common';
import type { MerchantIdentity } from '../../auth';
import { commonErrors } from '../../common/errors';
import type { IdempotencyRequest, Reply } from '../../common/http';
import { chargeErrors } from '../charge.errors';
import { ChargeRepository } from '../charge.repository';
import { chargeTransitions } from '../charge.transitions';
import { CallAboutChargeUseCase } from './call-about-charge.use-case';
import type { CaptureChargeBody } from './capture-charge.body';

/** Takes an authorised amount, whole or in part. */
@Injectable()
export class CaptureChargeUseCase {
  constructor(
    private readonly charges: ChargeRepository,
    private readonly callAbout: CallAboutChargeUseCase,
  ) {}

  async execute(
    merchant: MerchantIdentity,
    id: string,
    body: CaptureChargeBody,
    key: IdempotencyRequest,
  ): Promise<Reply> {
    return this.callAbout.execute(merchant, id, key, async (tx, { charge }) => {
      chargeTransitions.next(charge.status, 'capture');
      if (await this.charges.hasExpired(tx, charge)) {
        throw commonErrors.INVALID_STATE({ message: 'The charge has expired.' });
      }
      const amountCents = body.amount ?? charge.totalAmountCents;
      if (amountCents > charge.totalAmountCents) throw chargeErrors.CAPTURE_EXCEEDS_AUTHORIZED();
      return { kind: 'capture', amountCents };
    });
  }
}
