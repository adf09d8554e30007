import { validationFailed } from '../../../common/errors';
import type { Fault } from '../../../common/validation';
import { chargeErrors } from '../../charge.errors';
import { cardPort, type OpenAccount, type TokenizedCard } from '../../../providers';
import type { MethodDefinition } from '../method';
import type { CardDetailsBody } from './card.body';
import { type CardDetails, CardDetailsResponse, toCardDetailsResponse } from './card.response';

export type CardMethod = MethodDefinition<CardDetailsBody, CardDetails, TokenizedCard>;

/** What credit and debit cards have in common. `alwaysCaptured`: an amount cannot be authorised only. */
export function cardMethod(body: CardMethod['body'], alwaysCaptured: boolean): CardMethod {
  return {
    requiresTaxId: false,
    body,
    response: CardDetailsResponse,
    findBodyFaults,
    hasRawCard: ({ card }) => card !== undefined,
    obtain: (account, request) => acceptCard(account, request.body),
    rows(details, { token, facts }) {
      const { brand, first6, last4, expMonth, expYear, holderName } = facts;
      const installments = details.installments ?? 1;
      const autoCapture = alwaysCaptured || (details.capture ?? true);
      return {
        details: {
          installments,
          capture: autoCapture,
          soft_descriptor: details.soft_descriptor ?? null,
          brand,
          first6,
          last4,
          exp_month: expMonth,
          exp_year: expYear,
          holder_name: holderName,
          authorization_code: null,
        },
        reference: null,
        expiresAt: null,
        installments,
        autoCapture,
        cardToken: token,
      };
    },
    toResponse: toCardDetailsResponse,
  };
}

function findBodyFaults(details: Readonly<Record<string, unknown>> | null, isRequired: boolean): Fault[] {
  if (details === null) return isRequired ? [{ code: 'required', message: 'is required for cards' }] : [];
  const has = (name: string): boolean => details[name] !== undefined && details[name] !== null;
  if (has('card') && has('card_token')) {
    return [{ path: '.card', code: 'not_with_card_token', message: 'cannot be combined with card_token' }];
  }
  if (has('card') || has('card_token') || !isRequired) return [];
  return [{ path: '.card_token', code: 'required', message: 'is required' }];
}

/**
 * Turns what a request says of a card into a token and what may be kept. The number goes no further than this.
 * Throws RAW_CARD_NOT_ALLOWED, or VALIDATION_FAILED for an unknown token.
 */
export async function acceptCard(
  { adapter, access }: OpenAccount,
  body: CardDetailsBody,
): Promise<TokenizedCard> {
  const cards = cardPort(adapter);
  const { card, card_token: token = '' } = body;
  if (card !== undefined) {
    const { number, holder_name: holderName, exp_month: expMonth, exp_year: expYear, cvv } = card;
    const tokenized = await cards.tokenizeCard(access, { number, holderName, expMonth, expYear, cvv });
    if (tokenized === null) throw chargeErrors.RAW_CARD_NOT_ALLOWED();
    return tokenized;
  }
  const known = await cards.tokenizeCard(access, { token });
  if (known !== null) return known;
  const message = 'is no token of the payment provider';
  throw validationFailed([{ field: 'payment_details.card_token', code: 'unknown_token', message }]);
}
