import { iso, searchText } from '../../common';
import type { MerchantIdentity } from '../../auth';
import type { Charge } from '../charge.entity';
import type { ChargeHistoryEntry } from '../charge-history.entity';
import type { ChargeSplit } from '../charge-split.entity';
import { chargeTransitions } from '../charge.transitions';
import type { Customer, PaymentDetails } from '../charge.types';
import { addDays, localDay, startOfDay } from '../../common/calendar';
import type { ChargeRequestDto, CreateChargeDto } from '../dto/create-charge.dto';
import {
  DEFAULT_PIX_SECONDS,
  type BoletoDetailsDto,
  type CardDetailsDto,
  type PixDetailsDto,
} from '../dto/payment-details.dto';
import { newOperation } from '../operations/new-operation';
import type { ProviderOperation } from '../operations/provider-operation.entity';
import type { Instructions, InstructionsRequest } from '../instructions/instructions.service';
import type { Payer, ProviderAdapter, TokenizedCard } from '../../providers';
import { divide, wholeTo, type SplitPart, type SplitRule } from '../splits/split-rules';

const DEFAULT_DUE_DAYS = 3;
/** A boleto is taken until the end of the third day after its due date (contract §6). */
const DAYS_OF_GRACE = 3;

/** All rows of a charge that was just created. */
export interface NewCharge {
  readonly charge: Charge;
  readonly splits: ChargeSplit[];
  readonly history: ChargeHistoryEntry;
  /** What the worker will ask the provider; only cards need it. */
  readonly operation: ProviderOperation | null;
}

export interface NewChargeInput {
  readonly request: CreateChargeDto;
  readonly merchant: Pick<MerchantIdentity, 'merchantId' | 'name' | 'mode'>;
  readonly provider: Pick<ProviderAdapter, 'name'>;
  /** The accepted card, for the card methods. */
  readonly card: TokenizedCard | null;
  /** What the provider said of it, for pix and boleto. */
  readonly instructions: Instructions | null;
  readonly rules: readonly SplitRule[];
  readonly now: Date;
  readonly ids: { readonly charge: string; readonly operation: string };
}

/** What depends on the payment method. */
interface MethodPart {
  readonly details: PaymentDetails;
  readonly reference: string | null;
  readonly expiresAt: Date | null;
  readonly installments: number | null;
  readonly autoCapture: boolean;
}

/** Makes the rows of a new charge. Pure: time, ids and what the provider said are given. */
export function newCharge(input: NewChargeInput): NewCharge {
  const { request, merchant, now, ids } = input;
  const part = methodPart(input);
  const totalCents = totalOf(request);
  const customer = toCustomer(request.customer);
  const charge: Charge = {
    id: ids.charge,
    merchantId: merchant.merchantId,
    submerchantId: request.submerchant_id?.toLowerCase() ?? null,
    provider: input.provider.name,
    providerReference: part.reference,
    livemode: merchant.mode === 'live',
    status: chargeTransitions.next(null, 'create'),
    version: 1,
    paymentMethod: request.payment_method,
    productType: request.product_type,
    currency: request.currency ?? 'BRL',
    amountCents: request.amount,
    shippingAmountCents: request.shipping_amount ?? 0,
    totalAmountCents: totalCents,
    amountCapturedCents: 0,
    amountRefundedCents: 0,
    amountRefundReservedCents: 0,
    installments: part.installments,
    autoCapture: part.autoCapture,
    cardToken: input.card?.token ?? null,
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
    paymentDetails: part.details,
    failureCode: null,
    failureMessage: null,
    failureRetryable: null,
    searchText: searchText(ids.charge, request.external_id, customer.name, customer.email, customer.tax_id),
    createdAt: now,
    updatedAt: now,
    authorizedAt: null,
    capturedAt: null,
    refundedAt: null,
    expiresAt: part.expiresAt,
  };
  return {
    charge,
    splits: newSplits(charge, divide(input.rules, totalCents)),
    history: {
      chargeId: charge.id,
      version: 1,
      fromStatus: null,
      toStatus: charge.status,
      trigger: 'create',
      at: now,
    },
    operation:
      input.card === null
        ? null
        : newOperation(charge, 'authorize', totalCents, {
            id: ids.operation,
            now,
            scope: null,
            claimed: false,
          }),
  };
}

/** The rules of a request, or the one that a request without rules means (contract §6, split_rules[]). */
export function rulesOf(request: ChargeRequestDto, merchantId: string): SplitRule[] {
  const rules = request.split_rules ?? [];
  if (rules.length === 0) return [wholeTo(request.submerchant_id?.toLowerCase() ?? merchantId)];
  return rules.map((rule) => ({
    recipientId: rule.recipient_id.toLowerCase(),
    percentageBp: rule.percentage === undefined ? null : basisPoints(rule.percentage),
    amountCents: rule.amount ?? null,
    liable: rule.liable ?? false,
    chargeProcessingFee: rule.charge_processing_fee ?? false,
    chargeRemainder: rule.charge_remainder ?? false,
  }));
}

// 33.33 × 100 is 3333 only after rounding; what has more than two decimals stays as it is, and is refused.
function basisPoints(percentage: number): number {
  return Number(percentage.toFixed(2)) === percentage ? Math.round(percentage * 100) : percentage * 100;
}

/** What the payer pays, in cents. */
export function totalOf(request: ChargeRequestDto): number {
  return request.amount + (request.shipping_amount ?? 0);
}

/** Rows for the parts of a charge; a recipient that is not the merchant is a submerchant. */
export function newSplits(
  charge: Pick<Charge, 'id' | 'merchantId'>,
  parts: readonly SplitPart[],
): ChargeSplit[] {
  return parts.map((part, position) => ({
    chargeId: charge.id,
    position,
    recipientId: part.recipientId,
    submerchantId: part.recipientId === charge.merchantId ? null : part.recipientId,
    percentageBp: part.percentageBp,
    shareCents: part.shareCents,
    capturedCents: 0,
    refundedCents: 0,
    reservedCents: 0,
    liable: part.liable,
    chargeProcessingFee: part.chargeProcessingFee,
    chargeRemainder: part.chargeRemainder,
  }));
}

/** The days on which a boleto created now may be due: the first, the last, and the one it gets by itself. */
export function dueDates(now: Date): {
  readonly first: string;
  readonly last: string;
  readonly usual: string;
} {
  const today = localDay(now);
  return { first: today, last: addDays(today, 365), usual: addDays(today, DEFAULT_DUE_DAYS) };
}

/** What the provider has to be asked for a pix or boleto; null for cards. */
export function instructionsRequest(
  request: CreateChargeDto,
  receiverName: string,
  now: Date,
): InstructionsRequest | null {
  const payment = {
    amountCents: totalOf(request),
    payer: toPayer(toCustomer(request.customer)),
    description: request.description ?? null,
  };
  if (request.payment_method === 'pix') {
    const expiresInSeconds = pixSeconds((request.payment_details ?? {}) as PixDetailsDto);
    return { method: 'pix', ...payment, receiverName, expiresInSeconds };
  }
  if (request.payment_method !== 'boleto') return null;
  const details = (request.payment_details ?? {}) as BoletoDetailsDto;
  const { instructions = [] } = details;
  return { method: 'boleto', ...payment, dueDate: dueDateOf(details, now), instructions };
}

/** The payer as providers are told of it. */
export function toPayer({ name, email, tax_id: taxId, phone, address }: Customer): Payer {
  if (address === null) return { name, email, taxId, phone, address: null };
  const { zip_code: zipCode, ...rest } = address;
  return { name, email, taxId, phone, address: { ...rest, zipCode } };
}

function pixSeconds(details: PixDetailsDto): number {
  return details.expires_in ?? DEFAULT_PIX_SECONDS;
}

function dueDateOf(details: BoletoDetailsDto, now: Date): string {
  return details.due_date ?? dueDates(now).usual;
}

function methodPart(input: NewChargeInput): MethodPart {
  switch (input.request.payment_method) {
    case 'pix':
      return pixPart(input, (input.request.payment_details ?? {}) as PixDetailsDto);
    case 'boleto':
      return boletoPart(input, (input.request.payment_details ?? {}) as BoletoDetailsDto);
    default:
      return cardPart(input, (input.request.payment_details ?? {}) as CardDetailsDto);
  }
}

function pixPart({ instructions, now }: NewChargeInput, details: PixDetailsDto): MethodPart {
  if (instructions?.method !== 'pix') throw new Error('a pix is made from the instructions of a pix');
  const { reference, qrCode } = instructions;
  const expiresIn = pixSeconds(details);
  const expiresAt = new Date(now.getTime() + expiresIn * 1000);
  return {
    details: {
      expires_in: expiresIn,
      txid: reference,
      qr_code: qrCode,
      expires_at: iso(expiresAt),
      end_to_end_id: null,
      paid_at: null,
    },
    reference,
    expiresAt,
    installments: null,
    autoCapture: true,
  };
}

function boletoPart({ instructions, now }: NewChargeInput, details: BoletoDetailsDto): MethodPart {
  if (instructions?.method !== 'boleto')
    throw new Error('a boleto is made from the instructions of a boleto');
  const dueDate = dueDateOf(details, now);
  return {
    details: {
      due_date: dueDate,
      instructions: details.instructions ?? [],
      barcode: instructions.barcode,
      digitable_line: instructions.digitableLine,
      our_number: instructions.reference,
      paid_at: null,
    },
    reference: instructions.reference,
    expiresAt: startOfDay(addDays(dueDate, DAYS_OF_GRACE + 1)),
    installments: null,
    autoCapture: true,
  };
}

function cardPart({ card, request }: NewChargeInput, details: CardDetailsDto): MethodPart {
  if (card === null) throw new Error('a card charge is made from an accepted card');
  const { brand, first6, last4, expMonth, expYear, holderName } = card.facts;
  const installments = details.installments ?? 1;
  // A debit card is always captured (contract §6).
  const autoCapture = request.payment_method === 'debit_card' || (details.capture ?? true);
  return {
    details: {
      installments,
      capture: autoCapture,
      soft_descriptor: details.soft_descriptor ?? null,
      brand,
      first6,
      last4,
      exp_month: expMonth,
      exp_year: expYear,
      holder_name: holderName,
      authorization_code: null,
    },
    reference: null,
    expiresAt: null,
    installments,
    autoCapture,
  };
}

function toCustomer(customer: CreateChargeDto['customer']): Customer {
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
