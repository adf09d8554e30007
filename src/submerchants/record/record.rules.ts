import { searchText } from '../../common';
import { type ErrorDetail, validationFailed } from '../../common/errors';
import { MCC_MAP_VERSION, resolveMcc } from '../mcc';
import type { Activity, MccSource, Submerchant } from '../submerchant.entity';
import type { CnaeBody } from './optional-fields.body';
import { taxIdShapeFaults } from './tax-id.rules';

/** The fields of the record that a merchant sends, by their names on the wire. */
export const WIRE_FIELDS = {
  entity_type: 'entityType',
  trade_name: 'tradeName',
  legal_name: 'legalName',
  tax_id: 'taxId',
  email: 'email',
  phone: 'phone',
  birth_date: 'birthDate',
  mother_name: 'motherName',
  business_type: 'businessType',
  product_categories: 'productCategories',
  average_ticket: 'averageTicketReais',
  monthly_revenue: 'monthlyRevenueReais',
  cnaes: 'cnaes',
  mcc: 'mcc',
} as const satisfies Record<string, keyof Submerchant>;

export type WireField = keyof typeof WIRE_FIELDS;

/** Their names alone. */
export const SUBMERCHANT_FIELDS: readonly string[] = Object.keys(WIRE_FIELDS);

export function toActivities(cnaes: readonly CnaeBody[] | null | undefined): Activity[] {
  return (cnaes ?? []).map(({ code, description, is_primary }) => ({
    code,
    description: description ?? null,
    is_primary: is_primary ?? false,
  }));
}

/** The rules between fields, all faults at once: throws VALIDATION_FAILED. */
export function assertConsistent(submerchant: Submerchant): void {
  const faults: ErrorDetail[] = taxIdShapeFaults('tax_id', submerchant.entityType, submerchant.taxId);
  // Contract §5: more than one is_primary: 422.
  if (submerchant.cnaes.filter((activity) => activity.is_primary).length > 1) {
    faults.push({
      field: 'cnaes',
      code: 'several_primary',
      message: 'must have at most one item with is_primary true',
    });
  }
  if (faults.length > 0) throw validationFailed(faults);
}

/** The category code that the activities give: there is no default (contract §5). */
export function derivedMcc(activities: readonly Activity[]): {
  mcc: string | null;
  mccSource: MccSource | null;
} {
  const resolved = resolveMcc(activities);
  return resolved === null ? { mcc: null, mccSource: null } : { mcc: resolved.mcc, mccSource: 'derived' };
}

/** Which version of the map gave the category code: what the history keeps of a derived one. */
export function mccTrace({ mccSource }: Submerchant): { readonly mcc_map_version?: string } {
  return mccSource === 'derived' ? { mcc_map_version: MCC_MAP_VERSION } : {};
}

/** Contract §4: search over trade_name, legal_name, email; and tax_id, which is found in its own column. */
export function submerchantSearchText(submerchant: Submerchant): string {
  return searchText(submerchant.tradeName, submerchant.legalName, submerchant.email);
}
