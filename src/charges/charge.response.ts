import { ApiProperty } from '@nestjs/swagger';
import { iso, isoOrNull } from '../common';
import { PAYMENT_METHODS } from '../common/money';
import type { Quote } from './charge-money.port';
import { type Charge, CURRENCIES, type Metadata } from './charge.entity';
import type { ChargeSplit } from './splits/charge-split.entity';
import { CHARGE_STATUSES } from './charge.transitions';
import { methodOf, type PaymentDetails } from './methods/methods';
import { ApiPaymentDetails, ApiPaymentDetailsResponses } from './methods/payment-details.field';

const nullableText = { type: String, nullable: true } as const;
const cents = { type: 'integer', description: 'In cents.' } as const;
const fee = { type: 'integer', nullable: true } as const;
const NET = 'amount_captured less fee_amount; below 0 where the fee is above it.';
const timestamp = { type: String, format: 'date-time' } as const;
const nullableTimestamp = { ...timestamp, nullable: true } as const;

export class CustomerAddressResponse {
  @ApiProperty() street: string;
  @ApiProperty() number: string;
  @ApiProperty(nullableText) complement: string | null;
  @ApiProperty() neighborhood: string;
  @ApiProperty() city: string;
  @ApiProperty() state: string;
  @ApiProperty() zip_code: string;
  @ApiProperty() country: string;
}

export class CustomerResponse {
  @ApiProperty() name: string;
  @ApiProperty() email: string;
  @ApiProperty() type: string;
  @ApiProperty(nullableText) tax_id: string | null;
  @ApiProperty(nullableText) phone: string | null;
  @ApiProperty({ type: CustomerAddressResponse, nullable: true }) address: CustomerAddressResponse | null;
}

export class ChargeItemResponse {
  @ApiProperty() name: string;
  @ApiProperty() quantity: number;
  @ApiProperty({ description: 'In cents.' }) unit_price: number;
  @ApiProperty() tangible: boolean;
}

export class SplitResponse {
  @ApiProperty({ format: 'uuid' }) recipient_id: string;
  @ApiProperty({ type: Number, nullable: true, description: 'Null when the rule named an amount.' })
  percentage: number | null;
  @ApiProperty(cents) amount: number;
  @ApiProperty(cents) amount_captured: number;
  @ApiProperty(cents) amount_refunded: number;
  @ApiProperty({ ...fee, description: 'Its part of the fee; null before the capture.' }) fee_amount:
    number | null;
  @ApiProperty({ ...fee, description: NET }) net_amount: number | null;
  @ApiProperty() liable: boolean;
  @ApiProperty() charge_processing_fee: boolean;
  @ApiProperty() charge_remainder: boolean;
}

export class FailureResponse {
  @ApiProperty({ example: 'card_declined' }) code: string;
  @ApiProperty() message: string;
  @ApiProperty({ description: 'Whether the same card may succeed later.' }) retryable: boolean;
}

@ApiPaymentDetailsResponses()
export class ChargeResponse {
  @ApiProperty({ format: 'uuid' }) id: string;
  @ApiProperty({ format: 'uuid' }) merchant_id: string;
  @ApiProperty({ ...nullableText, format: 'uuid' }) submerchant_id: string | null;
  @ApiProperty(cents) amount: number;
  @ApiProperty({ enum: CURRENCIES }) currency: string;
  @ApiProperty({ enum: CHARGE_STATUSES }) status: string;
  @ApiProperty({ enum: PAYMENT_METHODS }) payment_method: string;
  @ApiProperty() product_type: string;
  @ApiProperty(nullableText) external_id: string | null;
  @ApiProperty(nullableText) description: string | null;
  @ApiProperty({ type: 'object', additionalProperties: true }) metadata: Metadata;
  @ApiProperty(cents) shipping_amount: number;
  @ApiProperty({ type: 'integer', description: 'amount + shipping_amount, in cents: what the payer pays.' })
  total_amount: number;
  @ApiProperty(cents) amount_captured: number;
  @ApiProperty(cents) amount_refunded: number;
  @ApiProperty({ ...fee, description: 'What the capture cost; null before.' }) fee_amount: number | null;
  @ApiProperty({ ...fee, description: NET }) net_amount: number | null;
  @ApiProperty({ type: 'integer', nullable: true, description: 'Cards only.' }) installments: number | null;
  @ApiProperty({ type: CustomerResponse }) customer: CustomerResponse;
  @ApiProperty({ type: [ChargeItemResponse] }) items: readonly ChargeItemResponse[];
  @ApiProperty({ type: [SplitResponse] }) split: readonly SplitResponse[];
  @ApiPaymentDetails() payment_details: PaymentDetails;
  @ApiProperty({ type: FailureResponse, nullable: true }) failure: FailureResponse | null;
  @ApiProperty() livemode: boolean;
  @ApiProperty({ type: 'integer', description: 'Grows with every change.' }) version: number;
  @ApiProperty(nullableTimestamp) authorized_at: string | null;
  @ApiProperty(nullableTimestamp) captured_at: string | null;
  @ApiProperty(nullableTimestamp) refunded_at: string | null;
  @ApiProperty(nullableTimestamp) expires_at: string | null;
  @ApiProperty(timestamp) created_at: string;
  @ApiProperty(timestamp) updated_at: string;
}

export class ExpectedReceivableResponse {
  @ApiProperty({ format: 'uuid' }) recipient_id: string;
  @ApiProperty({ type: 'integer' }) installment: number;
  @ApiProperty({ format: 'date' }) due_date: string;
  @ApiProperty(cents) amount: number;
  @ApiProperty(cents) fee: number;
  @ApiProperty({ ...cents, description: 'amount less fee.' }) net: number;
}

/** As if all of it were captured now. */
export class PreviewResponse {
  @ApiProperty(cents) total_amount: number;
  @ApiProperty({ ...cents, description: 'What the capture would cost.' }) fee_amount: number;
  @ApiProperty({ ...cents, description: 'total_amount less fee_amount.' }) net_amount: number;
  @ApiProperty({ type: [SplitResponse], description: 'fee_amount and net_amount as if it were captured.' })
  split: readonly SplitResponse[];
  @ApiProperty({ type: [ExpectedReceivableResponse], description: 'What each recipient gets on which day.' })
  receivables: readonly ExpectedReceivableResponse[];
}

/** What a charge of these parts would cost and bring; `quote` is of all of it. */
export function toPreviewResponse(
  totalCents: number,
  splits: readonly ChargeSplit[],
  { feesCents, receivables }: Quote,
): PreviewResponse {
  const feeCents = feesCents.reduce((total, cents) => total + cents, 0);
  return {
    total_amount: totalCents,
    fee_amount: feeCents,
    net_amount: totalCents - feeCents,
    split: splits.map((split, index) => {
      const part = toSplitResponse(split);
      part.fee_amount = feesCents[index] ?? 0;
      part.net_amount = split.shareCents - part.fee_amount;
      return part;
    }),
    receivables: receivables.map(({ recipientId, installment, dueDate, amountCents, feeCents: fee }) => ({
      recipient_id: recipientId,
      installment,
      due_date: dueDate,
      amount: amountCents,
      fee,
      net: amountCents - fee,
    })),
  };
}

/** A charge as the API shows it. `splits` in the order of their rules. */
export function toChargeResponse(charge: Charge, splits: readonly ChargeSplit[]): ChargeResponse {
  return {
    id: charge.id,
    merchant_id: charge.merchantId,
    submerchant_id: charge.submerchantId,
    amount: charge.amountCents,
    currency: charge.currency,
    status: charge.status,
    payment_method: charge.paymentMethod,
    product_type: charge.productType,
    external_id: charge.externalId,
    description: charge.description,
    metadata: charge.metadata,
    shipping_amount: charge.shippingAmountCents,
    total_amount: charge.totalAmountCents,
    amount_captured: charge.amountCapturedCents,
    amount_refunded: charge.amountRefundedCents,
    fee_amount: charge.feeCents,
    net_amount: charge.feeCents === null ? null : charge.amountCapturedCents - charge.feeCents,
    installments: charge.installments,
    customer: toCustomer(charge.customer),
    items: charge.items.map(({ name, quantity, unit_price, tangible }) => ({
      name,
      quantity,
      unit_price,
      tangible,
    })),
    split: splits.map(toSplitResponse),
    payment_details: toPaymentDetails(charge),
    failure: toFailure(charge),
    livemode: charge.livemode,
    version: charge.version,
    authorized_at: isoOrNull(charge.authorizedAt),
    captured_at: isoOrNull(charge.capturedAt),
    refunded_at: isoOrNull(charge.refundedAt),
    expires_at: isoOrNull(charge.expiresAt),
    created_at: iso(charge.createdAt),
    updated_at: iso(charge.updatedAt),
  };
}

export function toSplitResponse(split: ChargeSplit): SplitResponse {
  return {
    recipient_id: split.recipientId,
    percentage: split.percentageBp === null ? null : split.percentageBp / 100,
    amount: split.shareCents,
    amount_captured: split.capturedCents,
    amount_refunded: split.refundedCents,
    fee_amount: split.feeCents,
    net_amount: split.feeCents === null ? null : split.capturedCents - split.feeCents,
    liable: split.liable,
    charge_processing_fee: split.chargeProcessingFee,
    charge_remainder: split.chargeRemainder,
  };
}

function toCustomer({ name, email, type, tax_id, phone, address }: Charge['customer']): CustomerResponse {
  return { name, email, type, tax_id, phone, address: address === null ? null : toAddress(address) };
}

function toAddress(address: CustomerAddressResponse): CustomerAddressResponse {
  const { street, number, complement, neighborhood, city, state, zip_code, country } = address;
  return { street, number, complement, neighborhood, city, state, zip_code, country };
}

function toFailure(charge: Charge): FailureResponse | null {
  const { failureCode: code, failureMessage: message, failureRetryable: retryable } = charge;
  return code === null || message === null || retryable === null ? null : { code, message, retryable };
}

function toPaymentDetails({ paymentMethod, paymentDetails }: Charge): PaymentDetails {
  return methodOf(paymentMethod).toResponse(paymentDetails) as PaymentDetails;
}
