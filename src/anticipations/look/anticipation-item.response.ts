import { ApiProperty } from '@nestjs/swagger';
import { iso } from '../../common';
import type { ShownItem } from '../items/anticipation-item.repository';
import { type Part, payoutOf } from '../plan/anticipation-plan.rules';

const cents = (description: string) =>
  ({ type: 'integer', description: `${description} In cents.` }) as const;

/** A receivable that is paid early, and what that costs. */
export class AnticipatedPartResponse {
  @ApiProperty({ format: 'uuid' }) receivable_id: string;

  @ApiProperty(cents('What of the receivable still comes.')) net: number;

  @ApiProperty({ type: 'integer', description: 'From payment_date to the due date.' }) days: number;

  @ApiProperty(cents('What it costs to have it early.')) fee: number;

  @ApiProperty(cents('net − fee.')) payout: number;
}

export class AnticipationItemResponse extends AnticipatedPartResponse {
  @ApiProperty({ format: 'uuid' }) charge_id: string;

  @ApiProperty({ type: 'integer', minimum: 1 }) installment: number;

  @ApiProperty({ type: 'integer', minimum: 1 }) installments: number;

  @ApiProperty({ format: 'date', description: 'A day in America/Sao_Paulo.' }) due_date: string;

  @ApiProperty({ format: 'date-time', description: 'When it was asked for.' }) created_at: string;
}

export function toAnticipatedPartResponse(
  part: Pick<Part, 'receivableId' | 'netCents' | 'days' | 'feeCents'>,
): AnticipatedPartResponse {
  const { receivableId, netCents, days, feeCents } = part;
  return { receivable_id: receivableId, net: netCents, days, fee: feeCents, payout: payoutOf(part) };
}

export function toAnticipationItemResponse({ item, origin }: ShownItem): AnticipationItemResponse {
  const { chargeId, installment, installments } = origin;
  return Object.assign(toAnticipatedPartResponse(item), {
    ...{ charge_id: chargeId, installment, installments },
    ...{ due_date: item.dueDate, created_at: iso(item.createdAt) },
  });
}
