import { ApiProperty } from '@nestjs/swagger';
import { MERCHANT_MODES, type MerchantSummary } from '../../../auth';
import {
  CHARGE_STATUSES,
  type ChargeDetails,
  type ChargeHistoryEntry,
  type ChargeRecord,
  ChargeResponse,
  OPERATION_KINDS,
  OPERATION_STATUSES,
  type ProviderOperation,
  RefundResponse,
  toChargeResponse,
  toRefundResponse,
} from '../../../charges';
import { iso, isoOrNull } from '../../../common';
import { maskedTaxId } from '../../../common/validation';

const nullableText = { type: String, nullable: true } as const;
const timestamp = { type: String, format: 'date-time' } as const;
const nullableTimestamp = { ...timestamp, nullable: true } as const;

/** Who the ids of a charge stand for. */
export interface ChargeNames {
  readonly merchant: MerchantSummary;
  readonly submerchant: string | null;
}

/** A charge as its merchant sees it, but for the payer's tax number, which is masked. */
export class DeskChargeResponse extends ChargeResponse {
  @ApiProperty()
  merchant_name: string;

  @ApiProperty({ enum: MERCHANT_MODES })
  merchant_mode: string;

  @ApiProperty({ ...nullableText, description: 'Trade name, else legal name.' })
  submerchant_name: string | null;
}

class ChargeStepResponse {
  @ApiProperty(timestamp)
  at: string;

  @ApiProperty({ description: 'What happened, e.g. create, capture, refund.' })
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

  @ApiProperty({ enum: OPERATION_KINDS, description: 'return: a payment that came too late is given back.' })
  kind: string;

  @ApiProperty({ enum: OPERATION_STATUSES })
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

class ChargePartsLeftOutResponse {
  @ApiProperty({ type: 'integer', description: 'Refunds older than those shown.' })
  refunds: number;

  @ApiProperty({ type: 'integer', description: 'Steps older than those shown.' })
  history: number;

  @ApiProperty({ type: 'integer', description: 'Calls to the provider older than those shown.' })
  provider_calls: number;
}

export class DeskChargeDetailResponse extends DeskChargeResponse {
  @ApiProperty({ type: [RefundResponse], description: 'Newest first.' })
  refunds: RefundResponse[];

  @ApiProperty({ type: [ChargeStepResponse], description: 'Newest first.' })
  history: ChargeStepResponse[];

  @ApiProperty({ type: [ProviderCallResponse], description: 'What the provider was asked, newest first.' })
  provider_calls: ProviderCallResponse[];

  @ApiProperty({ type: ChargePartsLeftOutResponse })
  left_out: ChargePartsLeftOutResponse;
}

export function toDeskChargeResponse(
  { charge, splits }: ChargeRecord,
  { merchant, submerchant }: ChargeNames,
): DeskChargeResponse {
  const response = toChargeResponse(charge, splits);
  const { tax_id: taxId } = response.customer;
  return Object.assign(response, {
    customer: Object.assign(response.customer, { tax_id: taxId === null ? null : maskedTaxId(taxId) }),
    merchant_name: merchant.name,
    merchant_mode: merchant.mode,
    submerchant_name: submerchant,
  });
}

export function toDeskChargeDetailResponse(
  file: ChargeDetails,
  names: ChargeNames,
): DeskChargeDetailResponse {
  const { charge, splits, refunds, history, operations, leftOut } = file;
  return Object.assign(toDeskChargeResponse({ charge, splits: [...splits] }, names), {
    refunds: refunds.map((one) => toRefundResponse(one.refund, one.splits)),
    history: history.map(toStep),
    provider_calls: operations.map(toProviderCall),
    left_out: {
      refunds: leftOut.refunds,
      history: leftOut.history,
      provider_calls: leftOut.operations,
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

function toProviderCall(operation: ProviderOperation): ProviderCallResponse {
  return {
    id: operation.id,
    kind: operation.kind,
    status: operation.status,
    amount: operation.amountCents,
    refund_id: operation.refundId,
    provider: operation.provider,
    attempts: operation.attempts,
    next_attempt_at: operation.status === 'pending' ? iso(operation.nextAttemptAt) : null,
    failure_code: operation.failureCode,
    created_at: iso(operation.createdAt),
    settled_at: isoOrNull(operation.settledAt),
  };
}
