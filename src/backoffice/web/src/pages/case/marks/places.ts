import type { CaseDetails } from '../work/case-types';
import type { CaseText, Labels } from '../labels';

/** The fields of the record that a reviewer can mark, which are also the targets of their reasons. */
export const RECORD_FIELDS = [
  'legal_name',
  'trade_name',
  'tax_id',
  'birth_date',
  'mother_name',
  'business_type',
  'cnaes',
  'mcc',
  'product_categories',
  'email',
  'phone',
  'average_ticket',
  'monthly_revenue',
  'legal_representatives',
  'addresses',
] as const;
export type RecordField = (typeof RECORD_FIELDS)[number];

export const PARTNER_FIELDS = [
  'name',
  'document',
  'birth_date',
  'mother_name',
  'email',
  'phone',
  'role',
  'qualification',
  'participation_percentage',
  'is_admin',
] as const;
export type PartnerField = (typeof PARTNER_FIELDS)[number];

/** Where a mark stands: a field, a field of a legal representative, or an address. */
export function partnerPlace(partnerId: string, field: PartnerField): string {
  return `${partnerId}.${field}`;
}

export function addressPlace(addressId: string): string {
  return `addresses.${addressId}`;
}

export interface Place {
  /** For operators: `Bruno Lima: Date of birth`. */
  readonly label: string;
  /** What a reason names (contract §5): no part of a legal representative or of the addresses has a name of its own. */
  readonly target: string;
  /** Said at the beginning of the message, where the target alone does not say what is meant. */
  readonly prefix: string | null;
}

/** What a mark is about; null when it is gone from the case. */
export function placeOf(place: string, caseDetails: CaseDetails, labels: Labels, t: CaseText): Place | null {
  const field = RECORD_FIELDS.find((known) => known === place);
  if (field !== undefined) return { label: fieldLabel(field, caseDetails, t), target: field, prefix: null };
  const [owner = '', part = ''] = place.split('.');
  if (owner === 'addresses') {
    const address = caseDetails.addresses.find(({ id }) => id === part);
    if (address === undefined) return null;
    const line = `${address.street}, ${address.number}`;
    return { label: `${t('case:field.addresses')}: ${line}`, target: 'addresses', prefix: line };
  }
  const partner = caseDetails.legal_representatives.find(({ id }) => id === owner);
  const partnerField = PARTNER_FIELDS.find((known) => known === part);
  if (partner === undefined || partnerField === undefined) return null;
  const label = labels.of('field', partnerField);
  return { label: `${partner.name}: ${label}`, target: owner, prefix: label };
}

/** A person has a name, a company one that is registered. */
export function fieldLabel(field: RecordField, caseDetails: CaseDetails, t: CaseText): string {
  if (field === 'legal_name' && caseDetails.entity_type === 'pf') return t('case:field.full_name');
  return t(`case:field.${field}`);
}
