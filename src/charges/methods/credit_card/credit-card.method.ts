import { CardDetailsBody } from '../card/card.body';
import { cardMethod } from '../card/card.method';

export const creditCard = cardMethod(
  { body: CardDetailsBody, example: { card_token: 'tok_approved', installments: 3 } },
  false,
);
