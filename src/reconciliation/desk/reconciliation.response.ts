import { ApiProperty } from '@nestjs/swagger';
import { iso, isoOrNull } from '../../common';
import type { Reconciliation } from '../reconciliation.entity';
import { type ItemCounts, totalsOf } from '../reconciliation.repository';

export const RECONCILIATION_STATUSES = ['reading', 'read'] as const;

class ItemCountsResponse {
  @ApiProperty({ type: 'integer' }) matched: number;

  @ApiProperty({ type: 'integer' }) amount_differs: number;

  @ApiProperty({ type: 'integer' }) date_differs: number;

  @ApiProperty({ type: 'integer', description: 'Reported, and nothing of ours.' }) missing_here: number;

  @ApiProperty({ type: 'integer', description: 'Ours, and not reported.' }) missing_there: number;
}

export class ReconciliationResponse {
  @ApiProperty({ format: 'uuid' }) id: string;

  @ApiProperty({ example: 'sandbox' }) provider: string;

  @ApiProperty({ format: 'date', description: 'A day in America/Sao_Paulo.' }) date: string;

  @ApiProperty({
    enum: RECONCILIATION_STATUSES,
    description: 'reading: it was asked for, and not all of it is read.',
  })
  status: string;

  @ApiProperty({ description: 'How many items it has.' }) items: ItemCountsResponse;

  @ApiProperty({ type: 'integer', description: 'Differences that nobody resolved.' }) open: number;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'When the last reading began; the report of a running day grows.',
  })
  read_at: string | null;

  @ApiProperty({ format: 'date-time' }) created_at: string;
}

export function toReconciliationResponse(
  { id, provider, date, requestedAt, readAt, createdAt }: Reconciliation,
  counts: ItemCounts | undefined,
): ReconciliationResponse {
  const isRead = readAt !== null && (requestedAt === null || readAt >= requestedAt);
  return {
    ...{ id, provider, date, status: isRead ? 'read' : 'reading' },
    ...totalsOf(counts),
    ...{ read_at: isoOrNull(readAt), created_at: iso(createdAt) },
  };
}
