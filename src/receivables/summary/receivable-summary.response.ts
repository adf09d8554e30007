import { ApiProperty } from '@nestjs/swagger';

/** Of several receivables together, in cents. */
export class ReceivableTotalsResponse {
  @ApiProperty({ type: 'integer' }) count: number;
  @ApiProperty({ type: 'integer', description: 'In cents.' }) amount: number;
  @ApiProperty({ type: 'integer', description: 'In cents.' }) fee: number;
  @ApiProperty({ type: 'integer', description: 'In cents.' }) amount_reversed: number;
  @ApiProperty({ type: 'integer', description: 'In cents.' }) net: number;
}

export class ReceivableGroupResponse extends ReceivableTotalsResponse {
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'A day, a month (YYYY-MM), an arrangement (null: none) or a status.',
  })
  key: string | null;
}

export class ReceivableSummaryResponse {
  @ApiProperty({ type: ReceivableTotalsResponse }) total: ReceivableTotalsResponse;
  @ApiProperty({ type: ReceivableGroupResponse, isArray: true, description: 'In the order of their keys.' })
  groups: ReceivableGroupResponse[];
}
