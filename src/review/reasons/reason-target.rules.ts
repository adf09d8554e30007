import { isUuid } from '../../common';
import { DOCUMENT_TYPES } from '../../documents';
import { SUBMERCHANT_FIELDS } from '../../submerchants';

/** What a reason can be about by its name: the fields of a submerchant, its parts as a whole, the types of documents. */
const NAMES: ReadonlySet<string> = new Set([
  ...SUBMERCHANT_FIELDS,
  'legal_representatives',
  'addresses',
  ...DOCUMENT_TYPES.map(({ type }) => type),
]);

export const MAX_TARGET = 100;

/** The fault of a target that is nothing of the case. */
export const UNKNOWN_TARGET = {
  code: 'unknown_target',
  message:
    'must be a field, a document type, or the id of a document or legal representative of this submerchant',
} as const;

/** Whether it may be a target (contract §5): of an id only its case says whether it is. */
export function isTarget(text: string): boolean {
  return NAMES.has(text) || isUuid(text);
}
