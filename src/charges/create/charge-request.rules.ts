import type { MerchantIdentity, MerchantMode } from '../../auth';
import { type ErrorDetail, validationFailed } from '../../common/errors';
import { processClock } from '../../common';
import { hasLetters, isTaxId, MAX_CENTS } from '../../common/validation';
import { submerchantErrors } from '../../submerchants';
import { chargeErrors } from '../charge.errors';
import type { ChargeRequestBody, CreateChargeBody, PreviewChargeBody } from './create-charge.body';
import { methodOf } from '../methods/methods';
import { rulesOf, toSplitRules, totalOf } from './new-charge';
import { findSplitProblems, type SplitRule } from '../splits/split.rules';

type Request = ChargeRequestBody & Pick<CreateChargeBody, 'payment_details'>;

/** Every rule that needs neither the database nor the provider; answers who gets what. */
export function checkRequest(merchant: MerchantIdentity, request: Request, now: Date): SplitRule[] {
  const rules = rulesOf(request, merchant.merchantId);
  const problems = findSplitProblems(rules, totalOf(request));
  const faults = [...findTotalFaults(request), ...findMethodFaults(request, now)];
  if (faults.length > 0) throw validationFailed([...faults, ...problems]);
  assertTaxId(merchant.mode, request);
  if (problems.length > 0) throw chargeErrors.SPLIT_INVALID({ details: problems });
  return rules;
}

/** The same rules, but for whose tax number counts, of a request with wrong fields: what is wrong with it besides. */
export function findCrossFieldFaults(request: Request, isRight: (path: string) => boolean): ErrorDetail[] {
  const isTotalKnown = isRight('amount') && isRight('shipping_amount');
  return [
    ...(isTotalKnown ? findTotalFaults(request) : []),
    ...(isRight('payment_method') ? findMethodFaults(request, processClock().now()) : []),
    ...(isRight('split_rules')
      ? findSplitProblems(toSplitRules(request.split_rules ?? []), isTotalKnown ? totalOf(request) : null)
      : []),
  ];
}

function findTotalFaults(request: Request): ErrorDetail[] {
  if (totalOf(request) <= MAX_CENTS) return [];
  const message = `must leave amount plus shipping_amount at most ${MAX_CENTS}`;
  return [{ field: 'shipping_amount', code: 'too_large', message }];
}

/** The rules of a method that a single field cannot tell, or that depend on the day. */
function findMethodFaults({ payment_method, payment_details }: Request, now: Date): ErrorDetail[] {
  return methodOf(payment_method).findFaults?.(payment_details ?? {}, now) ?? [];
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
