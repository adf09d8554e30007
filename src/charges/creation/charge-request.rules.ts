import type { MerchantMode } from '../../auth';
import type { ErrorDetail } from '../../common/errors';
import { hasLetters, isTaxId, MAX_CENTS } from '../../common/validation';
import { submerchantErrors } from '../../submerchants';
import { chargeErrors } from '../charge.errors';
import type { ChargeRequestDto, CreateChargeDto } from '../dto/create-charge.dto';
import type { BoletoDetailsDto } from '../dto/payment-details.dto';
import { dueDates, totalOf } from './new-charge';
import { findSplitProblems, type SplitRule } from '../splits/split-rules';

/** The rules of a charge request that a single field cannot tell, or that depend on the day. */
export function findRequestFaults(
  request: ChargeRequestDto & Pick<CreateChargeDto, 'payment_details'>,
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
  const { due_date: dueDate } = (request.payment_details ?? {}) as BoletoDetailsDto;
  if (request.payment_method === 'boleto' && dueDate !== undefined) {
    const { first, last } = dueDates(now);
    if (dueDate < first || dueDate > last) {
      faults.push({
        field: 'payment_details.due_date',
        code: 'out_of_range',
        message: 'must be today or a day up to 365 days from now, in America/Sao_Paulo',
      });
    }
  }
  return faults;
}

/** Check digits count in live mode, and wherever a number has letters (contract §2). */
export function assertTaxId(mode: MerchantMode, { customer }: ChargeRequestDto): void {
  const { tax_id: taxId } = customer;
  if (taxId === undefined || (mode === 'test' && !hasLetters(taxId)) || isTaxId(taxId)) return;
  throw submerchantErrors.INVALID_TAX_ID({
    details: [{ field: 'customer.tax_id', code: 'invalid_check_digits', message: 'has wrong check digits' }],
  });
}

export function assertSplitRules(rules: readonly SplitRule[], totalCents: number): void {
  const details = findSplitProblems(rules, totalCents);
  if (details.length > 0) throw chargeErrors.SPLIT_INVALID({ details });
}
