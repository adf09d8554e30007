import { validationFailed } from '../../common/errors';
import { hasLetters, isTaxId } from '../../common/validation';
import type { MerchantMode } from '../identity';

/**
 * As for submerchants (contract §2): check digits count in live mode, and in every number with letters. Throws
 * VALIDATION_FAILED.
 */
export function assertMerchantTaxId(mode: MerchantMode, taxId: string): void {
  if ((mode === 'test' && !hasLetters(taxId)) || isTaxId(taxId)) return;
  throw validationFailed([
    { field: 'tax_id', code: 'invalid_check_digits', message: 'must have the right check digits' },
  ]);
}
