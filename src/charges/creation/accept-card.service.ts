import { Injectable } from '@nestjs/common';
import type { MerchantMode } from '../../auth';
import { validationFailed } from '../../common/errors';
import { chargeErrors } from '../charge.errors';
import { isCardMethod } from '../charge.types';
import type { CreateChargeDto, PreviewChargeDto } from '../dto/create-charge.dto';
import type { CardDetailsDto, CardDto } from '../dto/payment-details.dto';
import type { CardPort, TokenizedCard } from '../../providers';

/** Turns what a request says of a card into a token and what may be kept. The number goes no further than this. */
@Injectable()
export class AcceptCardService {
  /** In live mode no card number is taken at all (contract §6, Card data). */
  assertAllowed(mode: MerchantMode, request: CreateChargeDto): void {
    if (mode === 'live') this.assertNoRawCard(request);
  }

  assertNoRawCard(request: PreviewChargeDto): void {
    if (rawCardOf(request) !== undefined) throw chargeErrors.RAW_CARD_NOT_ALLOWED();
  }

  /** Null for methods without a card. Throws RAW_CARD_NOT_ALLOWED, or VALIDATION_FAILED for an unknown token. */
  async accept(cards: CardPort, request: CreateChargeDto): Promise<TokenizedCard | null> {
    if (!isCardMethod(request.payment_method)) return null;
    const card = rawCardOf(request);
    if (card !== undefined) {
      const { number, holder_name: holderName, exp_month: expMonth, exp_year: expYear, cvv } = card;
      const tokenized = await cards.tokenizeCard({ number, holderName, expMonth, expYear, cvv });
      if (tokenized === null) throw chargeErrors.RAW_CARD_NOT_ALLOWED();
      return tokenized;
    }
    const { card_token: token = '' } = request.payment_details as CardDetailsDto;
    const known = await cards.tokenizeCard({ token });
    if (known !== null) return known;
    throw validationFailed([
      {
        field: 'payment_details.card_token',
        code: 'unknown_token',
        message: 'is no token of the payment provider',
      },
    ]);
  }
}

function rawCardOf({ payment_method, payment_details }: PreviewChargeDto): CardDto | undefined {
  return isCardMethod(payment_method) ? (payment_details as CardDetailsDto | undefined)?.card : undefined;
}
