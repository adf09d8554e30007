import { hasTaxIdShape, isCnpj } from './tax-id';

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

/**
 * What in an address may be a tax number: 11 or 14 digits in a row, or a CNPJ of digits and letters, with the usual
 * punctuation or without; an escape such as %2F is no part of one.
 */
const IN_ADDRESS =
  /(?<=%[0-9A-F]{2}|(?<!\d))(?:\d{3}\.?\d{3}\.?\d{3}-?\d{2}|\d{2}\.?\d{3}\.?\d{3}(?:\/|%2F)?\d{4}-?\d{2})(?!\d)|(?<=%[0-9A-F]{2}|(?<![0-9A-Z]))[0-9A-Z]{2}\.?[0-9A-Z]{3}\.?[0-9A-Z]{3}(?:\/|%2F)?[0-9A-Z]{4}-?\d{2}(?![0-9A-Z])/gi;

/** The tax numbers that stand in an address, as they are kept. A test merchant's may have wrong check digits (contract §2). */
export function taxIdsInAddress(address: string): string[] {
  return [...address.matchAll(IN_ADDRESS)].flatMap(([text]) => bareOf(text) ?? []);
}

/** An address of somebody else's as operators see it: the tax numbers in it masked, all else as it is. */
export function addressWithMaskedTaxIds(address: string): string {
  return address.replace(IN_ADDRESS, (text) => {
    const bare = bareOf(text);
    return bare === null ? text : maskedTaxId(bare);
  });
}

/** Any word of 14 letters could be a CNPJ but for its check digits, which one with letters always has. */
function bareOf(text: string): string | null {
  const bare = bareTaxId(text.replace(/%2F/i, ''));
  return bare !== null && (/^\d+$/.test(bare) || isCnpj(bare)) ? bare : null;
}
