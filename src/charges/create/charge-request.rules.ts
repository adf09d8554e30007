import type { MerchantIdentity, MerchantMode } from '../../auth';
import { type ErrorDetail, validationFailed } from '../../common/errors';
import { hasLetters, isTaxId, MAX_CENTS } from '../../common/validation';
import { submerchantErrors } from '../../submerchants';
import { chargeErrors } from '../charge.errors';
import type { ChargeRequestBody, CreateChargeBody, PreviewChargeBody } from './create-charge.body';
import { methodOf } from '../methods/methods';
import { rulesOf, totalOf } from './new-charge';
import { findSplitProblems, type SplitRule } from '../splits/split.rules';

/** Every rule that needs neither the database nor the provider; answers who gets what. */
export function checkRequest(
  merchant: MerchantIdentity,
  request: ChargeRequestBody & Pick<CreateChargeBody, 'payment_details'>,
  now: Date,
): SplitRule[] {
  const faults = findRequestFaults(request, now);
  if (faults.length > 0) throw validationFailed(faults);
  assertTaxId(merchant.mode, request);
  const rules = rulesOf(request, merchant.merchantId);
  assertSplitRules(rules, totalOf(request));
  return rules;
}

/** The rules of a charge request that a single field cannot tell, or that depend on the day. */
function findRequestFaults(
  request: ChargeRequestBody & Pick<CreateChargeBody, 'payment_details'>,
  now: Date,
): ErrorDetail[] {
  const faults: ErrorDetail[] = [];
  if (totalOf(request) > MAX_CENTS) {
    faults.push({
      field: 'shipping_amount',
      code: 'too_large',
      message: `must leave amount plus shipping_amount at most ${MAX_CENTS}`,
    });
  }
  faults.push(...(methodOf(request.payment_method).findFaults?.(request.payment_details ?? {}, now) ?? []));
  return faults;
}

/** A card number is taken where a charge is made, in test mode, and nowhere else (contract §6, Card data). */
export function assertNoRawCard({ payment_method, payment_details }: PreviewChargeBody): void {
  if (methodOf(payment_method).hasRawCard?.(payment_details ?? {}) === true) {
    throw chargeErrors.RAW_CARD_NOT_ALLOWED({
      message: 'A preview takes no card number: send card_token, or no payment_details.',
    });
  }
}

/** Check digits count in live mode, and wherever a number has letters (contract §2). */
function assertTaxId(mode: MerchantMode, { customer }: ChargeRequestBody): void {
  const { tax_id: taxId } = customer;
  if (taxId === undefined || (mode === 'test' && !hasLetters(taxId)) || isTaxId(taxId)) return;
  throw submerchantErrors.INVALID_TAX_ID({
    details: [{ field: 'customer.tax_id', code: 'invalid_check_digits', message: 'has wrong check digits' }],
  });
}

function assertSplitRules(rules: readonly SplitRule[], totalCents: number): void {
  const details = findSplitProblems(rules, totalCents);
  if (details.length > 0) throw chargeErrors.SPLIT_INVALID({ details });
}
