import { ApiProperty } from '@nestjs/swagger';
import { iso } from '../../common';
import type { Transfer } from './transfer.entity';

export class TransferResponse {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ format: 'uuid' })
  to_wallet_id: string;

  @ApiProperty({ type: 'integer' })
  amount: number;

  @ApiProperty({ type: String, nullable: true })
  description: string | null;

  @ApiProperty({ type: String, nullable: true })
  external_id: string | null;

  @ApiProperty({ type: String, format: 'date-time' })
  created_at: string;
}

export function toTransferResponse(transfer: Transfer): TransferResponse {
  return {
    id: transfer.id,
    to_wallet_id: transfer.toWalletId,
    amount: transfer.amountCents,
    description: transfer.description,
    external_id: transfer.externalId,
    created_at: iso(transfer.createdAt),
  };
}
