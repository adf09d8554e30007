import { Injectable } from '@nestjs/common';
import type { MerchantIdentity } from '../../auth';
import { commonErrors } from '../../common/errors';
import type { IdempotencyRequest, Reply } from '../../common/http';
import { chargeTransitions } from '../charge.transitions';
import { isCardMethod } from '../../common/money';
import { CallAboutChargeUseCase } from './call-about-charge.use-case';

/** Releases an authorisation, or withdraws a charge that nobody has paid. */
@Injectable()
export class VoidChargeUseCase {
  constructor(private readonly callAbout: CallAboutChargeUseCase) {}

  async execute(merchant: MerchantIdentity, id: string, key: IdempotencyRequest): Promise<Reply> {
    return this.callAbout.execute(merchant, id, key, ({ charge }, assertInTime) => {
      chargeTransitions.next(charge.status, 'void');
      if (charge.status === 'pending' && isCardMethod(charge.paymentMethod)) {
        throw commonErrors.INVALID_STATE({
          message: 'The card is with the provider. Void the charge once it is authorized.',
        });
      }
      assertInTime();
      return { kind: 'void', amountCents: charge.totalAmountCents };
    });
  }
}
