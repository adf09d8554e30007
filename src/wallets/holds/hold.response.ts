import { ApiProperty } from '@nestjs/swagger';
import { iso, isoOrNull } from '../../common';
import { type Hold, HOLD_STATUSES, statusOfHold } from './hold.entity';

export class HoldResponse {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ format: 'uuid' })
  wallet_id: string;

  @ApiProperty({ enum: HOLD_STATUSES })
  status: string;

  @ApiProperty({ type: 'integer', description: 'In cents.' })
  amount: number;

  @ApiProperty()
  reason: string;

  @ApiProperty({
    type: String,
    format: 'date',
    nullable: true,
    description: 'A day in America/Sao_Paulo; null: until an operator releases it.',
  })
  release_date: string | null;

  @ApiProperty({ description: 'E-mail of the operator who placed it.' })
  created_by: string;

  @ApiProperty({ type: String, format: 'date-time' })
  created_at: string;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'E-mail of the operator who released it; null: nobody yet, or its date.',
  })
  released_by: string | null;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  released_at: string | null;
}

/** A hold with the names of those who placed and released it. */
export function toHoldResponse(hold: Hold, emails: ReadonlyMap<string, string>): HoldResponse {
  const email = (id: string): string => {
    const found = emails.get(id);
    if (found === undefined) throw new Error('whoever placed or released a hold is an operator');
    return found;
  };
  return {
    id: hold.id,
    wallet_id: hold.walletId,
    status: statusOfHold(hold),
    amount: hold.amountCents,
    reason: hold.reason,
    release_date: hold.releaseDate,
    created_by: email(hold.placedBy),
    created_at: iso(hold.createdAt),
    released_by: hold.releasedBy === null ? null : email(hold.releasedBy),
    released_at: isoOrNull(hold.releasedAt),
  };
}
