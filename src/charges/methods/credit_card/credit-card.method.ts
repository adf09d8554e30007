import { CardDetailsBody } from '../card/card.body';
import { cardMethod } from '../card/card.method';

export const creditCard = cardMethod(CardDetailsBody, false);
