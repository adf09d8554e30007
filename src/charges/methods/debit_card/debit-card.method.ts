import { cardMethod } from '../card/card.method';
import { DebitCardDetailsBody } from './debit-card.body';

/** A debit card is always captured (contract §6). */
export const debitCard = cardMethod(DebitCardDetailsBody, true);
