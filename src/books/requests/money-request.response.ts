import { ApiProperty } from '@nestjs/swagger';
import { type Hindrance, HINDRANCES } from '../../auth';
import { iso, isoOrNull } from '../../common';
import { MONEY_ACTIONS, type MoneyRequest } from './money-request.entity';
import { statusOf } from './money-request.rules';
import { MONEY_STATUSES } from './money-request.transitions';

export class MoneyRequestResponse {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ format: 'uuid' })
  merchant_id: string;

  @ApiProperty({ enum: MONEY_ACTIONS })
  action: string;

  @ApiProperty({ enum: MONEY_STATUSES, description: 'waiting: for the same request by another operator.' })
  status: string;

  @ApiProperty({ type: String, format: 'uuid', nullable: true, description: 'Null of a reversal.' })
  wallet_id: string | null;

  @ApiProperty({ type: String, format: 'uuid', nullable: true, description: 'What is to be reversed.' })
  transaction_id: string | null;

  @ApiProperty({ type: String, nullable: true, description: 'The account debited, of an adjustment.' })
  debit: string | null;

  @ApiProperty({ type: String, nullable: true, description: 'The account credited, of an adjustment.' })
  credit: string | null;

  @ApiProperty({ type: 'integer', nullable: true, description: 'In cents; null of a reversal.' })
  amount: number | null;

  @ApiProperty()
  reason: string;

  @ApiProperty({ description: 'E-mail of the operator who asked first.' })
  requested_by: string;

  @ApiProperty({ format: 'date-time' })
  requested_at: string;

  @ApiProperty({ format: 'date-time', description: 'Until then a second operator may ask for the same.' })
  expires_at: string;

  @ApiProperty({
    type: String,
    enum: [...HINDRANCES, null],
    nullable: true,
    description:
      'Why whoever asks cannot carry it out while it waits: took it; one of the two made the other, directly or not; has not chosen a password yet.',
  })
  hindrance: Hindrance | null;

  @ApiProperty({ type: String, nullable: true, description: 'E-mail of who carried it out or withdrew it.' })
  ended_by: string | null;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  ended_at: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Of the transaction that it was carried out by.',
    example: 'adjustment:01900000-0000-7000-8000-000000000000',
  })
  reference: string | null;
}

/** What a request looks like to one operator at a moment. */
export interface Look {
  readonly now: Date;
  readonly emails: ReadonlyMap<string, string>;
  readonly hindrance: Hindrance | null;
}

export function referenceOf({ action, id }: Pick<MoneyRequest, 'action' | 'id'>): string {
  return `${action}:${id}`;
}

export function toMoneyRequestResponse(request: MoneyRequest, look: Look): MoneyRequestResponse {
  const email = (id: string): string => {
    const found = look.emails.get(id);
    if (found === undefined) throw new Error('whoever asks for something is an operator');
    return found;
  };
  const status = statusOf(request, look.now);
  return {
    id: request.id,
    merchant_id: request.merchantId,
    action: request.action,
    status,
    wallet_id: request.walletId,
    transaction_id: request.transactionId,
    debit: request.debit,
    credit: request.credit,
    amount: request.amountCents,
    reason: request.reason,
    requested_by: email(request.requestedBy),
    requested_at: iso(request.requestedAt),
    expires_at: iso(request.expiresAt),
    hindrance: status === 'waiting' ? look.hindrance : null,
    ended_by: request.endedBy === null ? null : email(request.endedBy),
    ended_at: isoOrNull(request.endedAt),
    reference: status === 'carried_out' ? referenceOf(request) : null,
  };
}
