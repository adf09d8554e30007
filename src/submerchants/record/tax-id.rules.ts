import type { MerchantMode } from '../../auth';
import type { ErrorDetail } from '../../common/errors';
import { type EntityType, hasCpfShape, hasLetters, isTaxId, shapeFault } from '../../common/validation';
import { submerchantErrors } from '../submerchant.errors';

/** The fault of a tax number that belongs to the other kind of entity, or none. */
export function taxIdShapeFaults(field: string, entityType: EntityType, taxId: string): ErrorDetail[] {
  const found = shapeFault(taxId, entityType);
  return found === null ? [] : [{ field, ...found }];
}

/**
 * Contract §2: check digits count in live mode, and for every number with letters; in test mode a wrong one is
 * accepted (and shown to the reviewer). Throws INVALID_TAX_ID.
 */
export function assertCheckDigits(field: string, mode: MerchantMode, taxId: string): void {
  if ((mode === 'test' && !hasLetters(taxId)) || isTaxId(taxId)) return;
  throw submerchantErrors.INVALID_TAX_ID({
    details: [{ field, code: 'invalid_check_digits', message: 'must have the right check digits' }],
  });
}

/** What kind of entity a number of either shape belongs to (contract §5, Legal representatives). */
export function entityTypeOf(taxId: string): EntityType {
  return hasCpfShape(taxId) ? 'pf' : 'pj';
}
