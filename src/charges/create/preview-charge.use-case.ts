import { Injectable } from '@nestjs/common';
import type { MerchantIdentity } from '../../auth';
import { Clock } from '../../common';
import { ChargeMoney } from '../charge-money.port';
import { type PreviewResponse, toPreviewResponse } from '../charge.response';
import { ProviderAccountsService } from '../../providers';
import type { CardDetailsBody } from '../methods/card/card.body';
import { acceptCard } from '../methods/card/card.method';
import { divide } from '../splits/split.rules';
import { assertNoRawCard, checkRequest } from './charge-request.rules';
import type { PreviewChargeBody } from './create-charge.body';
import { newSplits, totalOf } from './new-charge';
import { RecipientsService } from './recipients.service';

/** Says how a request would be divided, what it would cost and when it is paid out. Nothing is created, and a raw card has no business here. */
@Injectable()
export class PreviewChargeUseCase {
  constructor(
    private readonly recipients: RecipientsService,
    private readonly accounts: ProviderAccountsService,
    private readonly money: ChargeMoney,
    private readonly clock: Clock,
  ) {}

  async execute(merchant: MerchantIdentity, request: PreviewChargeBody): Promise<PreviewResponse> {
    const now = this.clock.now();
    const rules = checkRequest(merchant, request, now);
    assertNoRawCard(request);
    await this.recipients.check({
      merchantId: merchant.merchantId,
      submerchantId: request.submerchant_id,
      rules,
    });
    const totalCents = totalOf(request);
    const { merchantId, mode } = merchant;
    const splits = newSplits({ id: '', merchantId }, divide(rules, totalCents));
    const parts = splits.map(({ recipientId, shareCents, chargeProcessingFee, chargeRemainder }) => ({
      recipientId,
      capturedCents: shareCents,
      chargeProcessingFee,
      chargeRemainder,
    }));
    const priced = {
      merchantId,
      livemode: mode === 'live',
      paymentMethod: request.payment_method,
      ...(await this.cardOf(merchant, request)),
      createdAt: now,
    };
    return toPreviewResponse(
      totalCents,
      splits,
      await this.money.quote({ charge: priced, parts, capturedAt: now }),
    );
  }

  /** The brand as the provider knows it, of a card that is named; else terms of any brand count. */
  private async cardOf(
    { merchantId, mode }: MerchantIdentity,
    { payment_method: method, payment_details: details }: PreviewChargeBody,
  ): Promise<{ brand: string | null; installments: number }> {
    const { card_token: token, installments = 1 } = (details ?? {}) as Partial<CardDetailsBody>;
    if (token === undefined) return { brand: null, installments };
    const account = await this.accounts.choose(merchantId, mode, method);
    if (account === null) return { brand: null, installments };
    return { brand: (await acceptCard(account, { card_token: token })).facts.brand, installments };
  }
}
