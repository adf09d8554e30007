import { ApiProperty } from '@nestjs/swagger';
import { iso } from '../../common';
import type { Settlement } from './settlement.entity';

export class SettlementResponse {
  @ApiProperty({ format: 'uuid' }) id: string;

  @ApiProperty({ format: 'uuid' }) wallet_id: string;

  @ApiProperty({ format: 'date', description: 'A day in America/Sao_Paulo.' })
  due_date: string;

  @ApiProperty({ type: 'integer', description: 'Of receivables.' }) count: number;

  @ApiProperty({ type: 'integer', description: 'Their net, in cents.' }) amount: number;

  @ApiProperty({ type: 'integer', description: 'What of it is held back for a while, in cents.' })
  reserve: number;

  @ApiProperty({ format: 'date-time' }) created_at: string;
}

/** A settlement as the API shows it. */
export function toSettlementResponse(settlement: Settlement): SettlementResponse {
  return {
    id: settlement.id,
    wallet_id: settlement.walletId,
    due_date: settlement.dueDate,
    count: settlement.count,
    amount: settlement.amountCents,
    reserve: settlement.reserveCents,
    created_at: iso(settlement.createdAt),
  };
}
