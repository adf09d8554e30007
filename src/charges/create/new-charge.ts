import { searchText } from '../../common';
import { hasDecimals, isCardMethod, toUnits } from '../../common/money';
import type { MerchantIdentity } from '../../auth';
import type { Charge, Customer } from '../charge.entity';
import type { ChargeHistoryEntry } from '../charge-history.entity';
import type { ChargeSplit } from '../splits/charge-split.entity';
import { chargeTransitions } from '../charge.transitions';
import type { ChargeRequestBody, CreateChargeBody, SplitRuleBody } from './create-charge.body';
import { methodOf, type PaymentDetails } from '../methods/methods';
import {
  newProviderCall,
  type Payer,
  type ProviderCallRecord,
  type ProviderReferenceRecord,
  type SubjectRef,
} from '../../providers';
import { divide, wholeTo, type SplitPart, type SplitRule } from '../splits/split.rules';

/** All rows of a charge that was just created. */
export interface NewCharge {
  readonly charge: Charge;
  readonly splits: ChargeSplit[];
  readonly history: ChargeHistoryEntry;
  /** What the worker will ask the provider; only cards need it. */
  readonly call: ProviderCallRecord | null;
  /** By what the provider will name it; a card's is not known yet. */
  readonly reference: ProviderReferenceRecord | null;
}

export interface NewChargeInput {
  readonly request: CreateChargeBody;
  readonly merchant: Pick<MerchantIdentity, 'merchantId' | 'name' | 'mode'>;
  /** The account that takes it. */
  readonly accountId: string;
  /** What the provider said of it: the accepted card, or the payer's instructions. */
  readonly obtained: object;
  readonly rules: readonly SplitRule[];
  readonly now: Date;
  readonly ids: { readonly charge: string; readonly call: string };
}

/** Makes the rows of a new charge (decision 0028). Pure: time, ids and what the provider said are given. */
export function newCharge(input: NewChargeInput): NewCharge {
  const { request, now, ids } = input;
  const charge = chargeRow(input);
  const { merchantId, providerReference: reference, totalAmountCents } = charge;
  return {
    charge,
    splits: newSplits(charge, divide(input.rules, totalAmountCents)),
    history: {
      merchantId,
      chargeId: charge.id,
      version: 1,
      fromStatus: null,
      toStatus: charge.status,
      trigger: 'create',
      at: now,
    },
    call: isCardMethod(request.payment_method) ? authorization(charge, ids.call) : null,
    reference: reference === null ? null : { ...aboutCharge(charge), reference },
  };
}

function chargeRow({ request, merchant, accountId, obtained, now, ids }: NewChargeInput): Charge {
  const method = methodOf(request.payment_method);
  const part = method.rows(request.payment_details ?? {}, obtained, now);
  const customer = toCustomer(request.customer);
  return {
    id: ids.charge,
    merchantId: merchant.merchantId,
    submerchantId: request.submerchant_id?.toLowerCase() ?? null,
    providerAccountId: accountId,
    providerReference: part.reference,
    livemode: merchant.mode === 'live',
    status: chargeTransitions.next(null, 'create'),
    version: 1,
    paymentMethod: request.payment_method,
    productType: request.product_type,
    currency: request.currency ?? 'BRL',
    amountCents: request.amount,
    shippingAmountCents: request.shipping_amount ?? 0,
    totalAmountCents: totalOf(request),
    feeCents: null,
    amountCapturedCents: 0,
    amountRefundedCents: 0,
    amountRefundReservedCents: 0,
    installments: part.installments,
    autoCapture: part.autoCapture,
    cardToken: part.cardToken,
    externalId: request.external_id ?? null,
    description: request.description ?? null,
    metadata: request.metadata ?? {},
    customer,
    items: request.items.map(({ name, quantity, unit_price, tangible = false }) => ({
      name,
      quantity,
      unit_price,
      tangible,
    })),
    paymentDetails: part.details as PaymentDetails,
    failureCode: null,
    failureMessage: null,
    failureRetryable: null,
    attention: null,
    customerTaxId: customer.tax_id ?? null,
    searchText: searchText(ids.charge, request.external_id, customer.name, customer.email),
    createdAt: now,
    updatedAt: now,
    authorizedAt: null,
    capturedAt: null,
    refundedAt: null,
    expiresAt: part.expiresAt,
  };
}

/** What the worker asks about a new card. */
function authorization(charge: Charge, id: string): ProviderCallRecord {
  return newProviderCall({
    ...aboutCharge(charge),
    id,
    kind: 'authorize',
    amountCents: charge.totalAmountCents,
    now: charge.createdAt,
    scope: null,
    claimed: false,
  });
}

/** What calls and references about a charge say of it. */
export function aboutCharge({ merchantId, id, providerAccountId }: Charge): SubjectRef {
  return { merchantId, subjectType: 'charge', subjectId: id, accountId: providerAccountId };
}

/** The rules of a request, or the one that a request without rules means (contract §6, split_rules[]). */
export function rulesOf(request: ChargeRequestBody, merchantId: string): SplitRule[] {
  const rules = toSplitRules(request.split_rules ?? []);
  return rules.length > 0 ? rules : [wholeTo(request.submerchant_id?.toLowerCase() ?? merchantId)];
}

/** `split_rules[]` as they were sent. */
export function toSplitRules(rules: readonly SplitRuleBody[]): SplitRule[] {
  return rules.map((rule) => ({
    recipientId: rule.recipient_id.toLowerCase(),
    percentageBp: rule.percentage === undefined ? null : basisPoints(rule.percentage),
    amountCents: rule.amount ?? null,
    liable: rule.liable ?? false,
    chargeProcessingFee: rule.charge_processing_fee ?? false,
    chargeRemainder: rule.charge_remainder ?? false,
  }));
}

// What has more than two decimals stays as it is, and is refused.
function basisPoints(percentage: number): number {
  return hasDecimals(percentage, 2) ? toUnits(percentage, 2) : percentage * 100;
}

/** What the payer pays, in cents. */
export function totalOf(request: ChargeRequestBody): number {
  return request.amount + (request.shipping_amount ?? 0);
}

/** Rows for the parts of a charge; a recipient that is not the merchant is a submerchant. */
export function newSplits(
  charge: Pick<Charge, 'id' | 'merchantId'>,
  parts: readonly SplitPart[],
): ChargeSplit[] {
  return parts.map((part, position) => ({
    merchantId: charge.merchantId,
    chargeId: charge.id,
    position,
    recipientId: part.recipientId,
    submerchantId: part.recipientId === charge.merchantId ? null : part.recipientId,
    percentageBp: part.percentageBp,
    shareCents: part.shareCents,
    capturedCents: 0,
    refundedCents: 0,
    reservedCents: 0,
    feeCents: null,
    liable: part.liable,
    chargeProcessingFee: part.chargeProcessingFee,
    chargeRemainder: part.chargeRemainder,
  }));
}

/** The payer as providers know it. */
export function toPayer({ name, email, tax_id: taxId, phone, address }: Customer): Payer {
  if (address === null) return { name, email, taxId, phone, address: null };
  const { zip_code: zipCode, ...rest } = address;
  return { name, email, taxId, phone, address: { ...rest, zipCode } };
}

/** The payer of a request, as it is stored. */
export function toCustomer(customer: CreateChargeBody['customer']): Customer {
  const { name, email, type, tax_id = null, phone = null, address } = customer;
  if (address === undefined) return { name, email, type, tax_id, phone, address: null };
  const { street, number, complement = null, neighborhood, city, state, zip_code, country = 'BR' } = address;
  return {
    name,
    email,
    type,
    tax_id,
    phone,
    address: { street, number, complement, neighborhood, city, state, zip_code, country },
  };
}
