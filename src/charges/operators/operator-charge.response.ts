import { ApiProperty } from '@nestjs/swagger';
import { MERCHANT_MODES, type MerchantSummary } from '../../auth';
import { iso, isoOrNull } from '../../common';
import { maskedTaxId } from '../../common/validation';
import { CALL_KINDS, CALL_STATUSES, type CallStatus, type ProviderCallRecord } from '../../providers';
import { CHARGE_ATTENTIONS } from '../charge.entity';
import type { ChargeHistoryEntry } from '../charge-history.entity';
import type { ChargeRecord } from '../charge.repository';
import { ChargeResponse, toChargeResponse } from '../charge.response';
import { CHARGE_STATUSES, CHARGE_TRIGGERS } from '../charge.transitions';
import type { RefundRecord } from '../refund/refund.repository';
import { RefundResponse, toRefundResponse } from '../refund/refund.response';
import { RETURN_REASONS, type ReturnedPayment } from '../returns/returned-payment.entity';

const nullableText = { type: String, nullable: true } as const;
const timestamp = { type: String, format: 'date-time' } as const;
const nullableTimestamp = { ...timestamp, nullable: true } as const;

/** A charge and all that happened to it. */
export interface ChargeDetails extends ChargeRecord {
  readonly refunds: readonly RefundRecord[];
  readonly history: readonly ChargeHistoryEntry[];
  readonly calls: readonly ProviderCallRecord[];
  /** The name of the adapter that its calls go through. */
  readonly provider: string;
  /** The names of submerchants that get a part, by id. */
  readonly recipients: ReadonlyMap<string, string>;
  /** Payments that were not taken, and what became of the calls that give them back. */
  readonly returned: readonly ReturnedPayment[];
  readonly returnCalls: ReadonlyMap<string, CallStatus>;
  /** How many of each are older than those shown. */
  readonly leftOut: Readonly<Record<'refunds' | 'history' | 'calls' | 'returned', number>>;
}

const RETURN_STATUSES = ['pending', 'returned', 'failed'] as const;
const RETURN_STATUS_OF: Readonly<Record<CallStatus, (typeof RETURN_STATUSES)[number]>> = {
  pending: 'pending',
  succeeded: 'returned',
  failed: 'failed',
};

/** Who the ids of a charge stand for. */
export interface ChargeNames {
  readonly merchant: MerchantSummary;
  readonly submerchant: string | null;
}

/** A charge as its merchant sees it, but for the payer's tax number, which is masked. */
export class OperatorChargeResponse extends ChargeResponse {
  @ApiProperty()
  merchant_name: string;

  @ApiProperty({ enum: MERCHANT_MODES })
  merchant_mode: string;

  @ApiProperty({ ...nullableText, description: 'Trade name, else legal name.' })
  submerchant_name: string | null;

  @ApiProperty({
    enum: CHARGE_ATTENTIONS,
    nullable: true,
    description: 'What somebody has to settle with the provider: a machine cannot.',
  })
  attention: string | null;
}

class ChargeStepResponse {
  @ApiProperty(timestamp)
  at: string;

  @ApiProperty({ enum: CHARGE_TRIGGERS, description: 'What happened.' })
  type: string;

  @ApiProperty({ enum: CHARGE_STATUSES, nullable: true })
  from: string | null;

  @ApiProperty({ enum: CHARGE_STATUSES })
  to: string;

  @ApiProperty({ type: 'integer', description: 'The version of the charge that this made.' })
  version: number;
}

class ProviderCallResponse {
  @ApiProperty({ format: 'uuid', description: "The provider's idempotency key." })
  id: string;

  @ApiProperty({ enum: CALL_KINDS, description: 'return: a payment that was not taken is given back.' })
  kind: string;

  @ApiProperty({ enum: CALL_STATUSES })
  status: string;

  @ApiProperty({ type: 'integer', description: 'In cents.' })
  amount: number;

  @ApiProperty({ ...nullableText, format: 'uuid' })
  refund_id: string | null;

  @ApiProperty({ description: 'Name of the adapter.' })
  provider: string;

  @ApiProperty({ type: 'integer', description: 'How often the provider was asked.' })
  attempts: number;

  @ApiProperty({ ...nullableTimestamp, description: 'While it is pending.' })
  next_attempt_at: string | null;

  @ApiProperty(nullableText)
  failure_code: string | null;

  @ApiProperty(timestamp)
  created_at: string;

  @ApiProperty(nullableTimestamp)
  settled_at: string | null;
}

class ReturnedPaymentResponse {
  @ApiProperty({ enum: RETURN_REASONS, description: 'Why it was not taken.' })
  reason: string;

  @ApiProperty({ enum: RETURN_STATUSES, description: 'failed: the provider refused to return it, for good.' })
  status: string;

  @ApiProperty({ type: 'integer', description: 'What was paid, in cents.' })
  amount: number;

  @ApiProperty({ description: "The provider's name of the payment." })
  payment_id: string;

  @ApiProperty({ format: 'uuid', description: 'The call to the provider that gives it back.' })
  provider_call_id: string;

  @ApiProperty(timestamp)
  paid_at: string;

  @ApiProperty(timestamp)
  created_at: string;
}

class RecipientResponse {
  @ApiProperty({ format: 'uuid', description: 'As in split.' })
  recipient_id: string;

  @ApiProperty({ ...nullableText, description: 'Trade name, else legal name; of the merchant its name.' })
  name: string | null;

  @ApiProperty({ description: 'Whether it is the merchant itself.' })
  is_merchant: boolean;
}

class ChargePartsLeftOutResponse {
  @ApiProperty({ type: 'integer', description: 'Refunds older than those shown.' })
  refunds: number;

  @ApiProperty({ type: 'integer', description: 'Steps older than those shown.' })
  history: number;

  @ApiProperty({ type: 'integer', description: 'Calls to the provider older than those shown.' })
  provider_calls: number;

  @ApiProperty({ type: 'integer', description: 'Payments not taken that are older than those shown.' })
  returned_payments: number;
}

export class OperatorChargeDetailResponse extends OperatorChargeResponse {
  @ApiProperty({
    type: [RecipientResponse],
    description: 'Who the recipients of the split are, in its order.',
  })
  recipients: RecipientResponse[];

  @ApiProperty({ type: [RefundResponse], description: 'Newest first.' })
  refunds: RefundResponse[];

  @ApiProperty({ type: [ChargeStepResponse], description: 'Newest first.' })
  history: ChargeStepResponse[];

  @ApiProperty({ type: [ProviderCallResponse], description: 'What the provider was asked, newest first.' })
  provider_calls: ProviderCallResponse[];

  @ApiProperty({
    type: [ReturnedPaymentResponse],
    description: 'Payments that were not taken and go back to the payer, newest first.',
  })
  returned_payments: ReturnedPaymentResponse[];

  @ApiProperty({ type: ChargePartsLeftOutResponse })
  left_out: ChargePartsLeftOutResponse;
}

export function toOperatorChargeResponse(
  { charge, splits }: ChargeRecord,
  { merchant, submerchant }: ChargeNames,
): OperatorChargeResponse {
  const response = toChargeResponse(charge, splits);
  const { tax_id: taxId } = response.customer;
  return Object.assign(response, {
    customer: Object.assign(response.customer, { tax_id: taxId === null ? null : maskedTaxId(taxId) }),
    merchant_name: merchant.name,
    merchant_mode: merchant.mode,
    submerchant_name: submerchant,
    attention: charge.attention,
  });
}

export function toOperatorChargeDetailResponse(
  details: ChargeDetails,
  names: ChargeNames,
): OperatorChargeDetailResponse {
  const { charge, splits, recipients, refunds, history, calls, provider, returned, returnCalls, leftOut } =
    details;
  return Object.assign(toOperatorChargeResponse({ charge, splits }, names), {
    recipients: splits.map(({ recipientId, submerchantId }) => ({
      recipient_id: recipientId,
      name: submerchantId === null ? names.merchant.name : (recipients.get(submerchantId) ?? null),
      is_merchant: submerchantId === null,
    })),
    refunds: refunds.map(toRefundResponse),
    history: history.map(toStep),
    provider_calls: calls.map((call) => toProviderCall(call, provider)),
    returned_payments: returned.map((one) =>
      toReturnedPayment(one, RETURN_STATUS_OF[returnCalls.get(one.callId) ?? 'pending']),
    ),
    left_out: {
      refunds: leftOut.refunds,
      history: leftOut.history,
      provider_calls: leftOut.calls,
      returned_payments: leftOut.returned,
    },
  });
}

function toStep(entry: ChargeHistoryEntry): ChargeStepResponse {
  return {
    at: iso(entry.at),
    type: entry.trigger,
    from: entry.fromStatus,
    to: entry.toStatus,
    version: entry.version,
  };
}

function toProviderCall(call: ProviderCallRecord, provider: string): ProviderCallResponse {
  return {
    id: call.id,
    kind: call.kind,
    status: call.status,
    amount: call.amountCents,
    refund_id: call.subjectType === 'refund' ? call.subjectId : null,
    provider,
    attempts: call.attempts,
    next_attempt_at: call.status === 'pending' ? iso(call.nextAttemptAt) : null,
    failure_code: call.failureCode,
    created_at: iso(call.createdAt),
    settled_at: isoOrNull(call.settledAt),
  };
}

function toReturnedPayment(payment: ReturnedPayment, status: string): ReturnedPaymentResponse {
  return {
    reason: payment.reason,
    status,
    amount: payment.amountCents,
    payment_id: payment.paymentId,
    provider_call_id: payment.callId,
    paid_at: iso(payment.paidAt),
    created_at: iso(payment.createdAt),
  };
}
