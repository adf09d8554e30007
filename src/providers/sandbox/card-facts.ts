import { number as validateNumber } from 'card-validator';
import type { CardFacts, RawCard } from '../provider.port';

/** A card of the sandbox that was named by its token alone never expires before its test is forgotten. */
const FAR_YEAR = 2099;

/** What may be kept of a card number: its brand and its two ends. */
export function cardFacts(number: string, card: RawCard | null): CardFacts {
  return {
    brand: (validateNumber(number).card?.type ?? 'unknown').replaceAll('-', '_'),
    first6: number.slice(0, 6),
    last4: number.slice(-4),
    expMonth: card?.expMonth ?? 12,
    expYear: card?.expYear ?? FAR_YEAR,
    holderName: card?.holderName ?? null,
  };
}
