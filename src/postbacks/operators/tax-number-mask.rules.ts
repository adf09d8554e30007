import { bareTaxId, isPlainObject, maskedTaxId, taxIdsInAddress } from '../../common/validation';

/** Fields of resources that hold a tax number, or the number of a document, which often is one. */
const NUMBER_FIELDS = new Set(['tax_id', 'document', 'number']);

/** A number stands in a text with or without its punctuation, in an address escaped. */
const BETWEEN = '(?:[\\s./-]|%2F)?';

/**
 * A mask for the tax numbers of a notification and of the address that it goes to, wherever else they stand: operators see
 * them by an audited reveal alone, and receivers often repeat what they were sent. All other bytes stay as they are.
 */
export function taxNumberMask(notification: string, address: string): (text: string) => string {
  const numbers = new Set(taxIdsInAddress(address));
  collect(JSON.parse(notification), numbers);
  const masks = [...numbers].map(
    (bare) => [new RegExp(Array.from(bare).join(BETWEEN), 'gi'), maskedTaxId(bare)] as const,
  );
  return (text) => masks.reduce((masked, [number, mask]) => masked.replace(number, mask), text);
}

function collect(value: unknown, numbers: Set<string>): void {
  if (Array.isArray(value)) for (const item of value) collect(item, numbers);
  if (!isPlainObject(value)) return;
  for (const [name, item] of Object.entries(value)) {
    if (typeof item !== 'string') collect(item, numbers);
    else for (const number of numbersOf(name, item)) numbers.add(number);
  }
}

function numbersOf(name: string, text: string): string[] {
  // Of an endpoint, which is the resource of a ping: its address.
  if (name === 'url') return taxIdsInAddress(text);
  const bare = NUMBER_FIELDS.has(name) ? bareTaxId(text) : null;
  return bare === null ? [] : [bare];
}
