import { ApiProperty } from '@nestjs/swagger';
import { iso } from '../../common';
import type { RefundSplit } from './refund-split.entity';
import type { Refund } from './refund.entity';
import { REFUND_STATUSES } from './refund.transitions';

export class RefundSplitResponse {
  @ApiProperty({ format: 'uuid' }) recipient_id: string;
  @ApiProperty({ type: 'integer', description: 'In cents.' }) amount: number;
}

export class RefundResponse {
  @ApiProperty({ format: 'uuid' }) id: string;
  @ApiProperty({ format: 'uuid' }) charge_id: string;
  @ApiProperty({ type: 'integer', description: 'In cents.' }) amount: number;
  @ApiProperty({ enum: REFUND_STATUSES }) status: string;
  @ApiProperty({ type: String, nullable: true }) reason: string | null;
  @ApiProperty({ type: [RefundSplitResponse] }) split: readonly RefundSplitResponse[];
  @ApiProperty({ format: 'date-time' }) created_at: string;
}

/** A refund as the API shows it. `splits` in the order of the charge's rules. */
export function toRefundResponse(refund: Refund, splits: readonly RefundSplit[]): RefundResponse {
  return {
    id: refund.id,
    charge_id: refund.chargeId,
    amount: refund.amountCents,
    status: refund.status,
    reason: refund.reason,
    split: splits.map(({ recipientId, amountCents }) => ({ recipient_id: recipientId, amount: amountCents })),
    created_at: iso(refund.createdAt),
  };
}
