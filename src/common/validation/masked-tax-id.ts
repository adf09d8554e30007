import { hasTaxIdShape } from './tax-id';

/** All but the last characters of a tax number: operators see the whole only by asking for it (contract §8). */
const SHOWN_CHARACTERS = 4;

export function maskedTaxId(taxId: string): string {
  return taxId.slice(-SHOWN_CHARACTERS).padStart(taxId.length, '*');
}

/** The number of a document, masked where it looks like a tax number, with or without punctuation. */
export function maskedDocumentNumber(number: string): string {
  const bare = number.replace(/[\s./-]/g, '').toUpperCase();
  return hasTaxIdShape('pf', bare) || hasTaxIdShape('pj', bare) ? maskedTaxId(bare) : number;
}
