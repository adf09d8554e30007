import { hasTaxIdShape } from './tax-id';

/** All but the last characters of a tax number: operators see the whole only by asking for it (contract §8). */
const SHOWN_CHARACTERS = 4;

export function maskedTaxId(taxId: string): string {
  return taxId.slice(-SHOWN_CHARACTERS).padStart(taxId.length, '*');
}

/** A tax number as it is kept, with or without punctuation given; null for a text that is none. */
export function bareTaxId(text: string): string | null {
  const bare = text.replace(/[\s./-]/g, '').toUpperCase();
  return hasTaxIdShape('pf', bare) || hasTaxIdShape('pj', bare) ? bare : null;
}

/** The number of a document, masked where it looks like a tax number, with or without punctuation. */
export function maskedDocumentNumber(number: string): string {
  const bare = bareTaxId(number);
  return bare === null ? number : maskedTaxId(bare);
}
