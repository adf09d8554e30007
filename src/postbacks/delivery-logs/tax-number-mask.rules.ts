import { isPlainObject, maskedDocumentNumber } from '../../common/validation';

/** Fields of resources that hold a tax number, or the number of a document, which often is one. */
const NUMBER_FIELDS = new Set(['tax_id', 'document', 'number']);

/**
 * A mask for the tax numbers of a notification, wherever else they stand: operators see them by an audited reveal
 * alone, and receivers often repeat what they were sent. All other bytes stay as they are.
 */
export function taxNumberMask(notification: string): (text: string) => string {
  const masks = new Map<string, string>();
  collect(JSON.parse(notification), masks);
  return (text) => [...masks].reduce((masked, [number, mask]) => masked.replaceAll(number, mask), text);
}

function collect(value: unknown, masks: Map<string, string>): void {
  if (Array.isArray(value)) for (const item of value) collect(item, masks);
  if (!isPlainObject(value)) return;
  for (const [name, item] of Object.entries(value)) {
    if (typeof item !== 'string') collect(item, masks);
    else if (NUMBER_FIELDS.has(name)) masks.set(item, maskedDocumentNumber(item));
  }
}
