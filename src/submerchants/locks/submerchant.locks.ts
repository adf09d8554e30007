import type { Submerchant } from '../submerchant.entity';
import { submerchantErrors } from '../submerchant.errors';
import type { SubmerchantStatus } from '../submerchant.transitions';

/** What a merchant can change of a submerchant. */
export type EditablePart =
  'record' | 'contact' | 'legal_representatives' | 'addresses' | 'documents' | 'refused_documents';

const EVERYTHING: readonly EditablePart[] = [
  'record',
  'contact',
  'legal_representatives',
  'addresses',
  'documents',
  'refused_documents',
];
const LIVING: readonly EditablePart[] = ['contact', 'addresses', 'refused_documents'];

/**
 * Contract §5, Locks. `refused_documents` are those whose current record is rejected or expired: they may be sent
 * again where no other document may.
 */
export const EDITABLE_PARTS: Readonly<Record<SubmerchantStatus, readonly EditablePart[]>> = {
  pending: EVERYTHING,
  pending_review: ['refused_documents'],
  active: LIVING,
  suspended: LIVING,
  rejected: [],
};

/** The fields of the record that stay open while a submerchant is active or suspended. */
export const CONTACT_FIELDS: readonly string[] = ['email', 'phone', 'trade_name'];

export function isEditable(status: SubmerchantStatus, part: EditablePart): boolean {
  return EDITABLE_PARTS[status].includes(part);
}

/** Throws SUBMERCHANT_LOCKED where the table above does not have the part. */
export function assertEditable(submerchant: Pick<Submerchant, 'status'>, part: EditablePart): void {
  if (isEditable(submerchant.status, part)) return;
  throw submerchantErrors.SUBMERCHANT_LOCKED({
    message: `The submerchant is ${submerchant.status}: ${LOCKED_TEXT[part]} cannot be changed in that status.`,
  });
}

const LOCKED_TEXT: Readonly<Record<EditablePart, string>> = {
  record: 'these fields of the record',
  contact: 'the contact fields',
  legal_representatives: 'legal representatives',
  addresses: 'addresses',
  documents: 'a document that is neither rejected nor expired',
  refused_documents: 'documents',
};
