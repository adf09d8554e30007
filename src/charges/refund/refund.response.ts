import { ApiProperty } from '@nestjs/swagger';
import { iso } from '../../common';
import { created, type Reply } from '../../common/http';
import { REFUND_SOURCES } from './refund-source.entity';
import type { RefundRecord } from './refund.repository';
import { REFUND_STATUSES } from './refund.transitions';

export class RefundSplitResponse {
  @ApiProperty({ format: 'uuid' }) recipient_id: string;
  @ApiProperty({ type: 'integer', description: 'In cents.' }) amount: number;
}

export class RefundSourceResponse {
  @ApiProperty({ format: 'uuid' }) wallet_id: string;
  @ApiProperty({ enum: REFUND_SOURCES, description: 'debt: the wallet owes it from then on.' })
  from: string;
  @ApiProperty({ type: String, format: 'uuid', nullable: true }) receivable_id: string | null;
  @ApiProperty({ type: 'integer', description: 'In cents.' }) amount: number;
}

export class RefundResponse {
  @ApiProperty({ format: 'uuid' }) id: string;
  @ApiProperty({ format: 'uuid' }) charge_id: string;
  @ApiProperty({ type: 'integer', description: 'In cents.' }) amount: number;
  @ApiProperty({ enum: REFUND_STATUSES }) status: string;
  @ApiProperty({ type: String, nullable: true }) reason: string | null;
  @ApiProperty({ type: [RefundSplitResponse] }) split: readonly RefundSplitResponse[];
  @ApiProperty({
    type: [RefundSourceResponse],
    description: 'Where the money is taken from; they sum to the amount.',
  })
  sources: readonly RefundSourceResponse[];
  @ApiProperty({ format: 'date-time' }) created_at: string;
}

/** A refund as the API shows it: `splits` in the order of the charge's rules. */
export function toRefundResponse({ refund, splits, sources }: RefundRecord): RefundResponse {
  return {
    id: refund.id,
    charge_id: refund.chargeId,
    amount: refund.amountCents,
    status: refund.status,
    reason: refund.reason,
    split: splits.map(({ recipientId, amountCents }) => ({ recipient_id: recipientId, amount: amountCents })),
    sources: sources.map(({ walletId, source, receivableId, amountCents }) => ({
      wallet_id: walletId,
      from: source,
      receivable_id: receivableId,
      amount: amountCents,
    })),
    created_at: iso(refund.createdAt),
  };
}

/** What whoever asked for a refund is answered once it has an outcome. */
export function replyToRefund(record: RefundRecord): Reply {
  const isMade = record.refund.status === 'succeeded';
  const message = isMade ? 'The refund was made.' : 'The provider refused the refund.';
  return created(message, toRefundResponse(record));
}
