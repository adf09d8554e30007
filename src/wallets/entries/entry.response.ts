import { ApiProperty } from '@nestjs/swagger';
import { iso } from '../../common';
import { type Entry, WALLET_ACCOUNTS } from '../../ledger';
import { ENTRY_KINDS, entryId } from './entry.rules';

const timestamp = { type: String, format: 'date-time' } as const;

class EntryResourceResponse {
  @ApiProperty({ example: 'charge' })
  type: string;

  @ApiProperty({ format: 'uuid' })
  id: string;
}

export class EntryResponse {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ type: 'integer', description: 'Its place in the account: counts from 1, without a gap.' })
  seq: number;

  @ApiProperty({ enum: WALLET_ACCOUNTS })
  account: string;

  @ApiProperty({ enum: ENTRY_KINDS })
  kind: string;

  @ApiProperty({ enum: ['credit', 'debit'] })
  direction: string;

  @ApiProperty({ type: 'integer', description: 'In cents, without sign.' })
  amount: number;

  @ApiProperty({
    type: 'integer',
    description: 'What the account held after it, with its own sign: a debt is 0 or below.',
  })
  balance_after: number;

  @ApiProperty({
    description: 'What happened, once.',
    example: 'charge:01900000-0000-7000-8000-000000000000:captured',
  })
  reference: string;

  @ApiProperty({ type: EntryResourceResponse })
  resource: EntryResourceResponse;

  @ApiProperty({ type: String, nullable: true })
  description: string | null;

  @ApiProperty({ format: 'date', description: 'The day of occurred_at in America/Sao_Paulo.' })
  effective_date: string;

  @ApiProperty(timestamp)
  occurred_at: string;

  @ApiProperty({ ...timestamp, description: 'When it got its place; what the dates of a list are about.' })
  posted_at: string;
}

export function toEntryResponse(entry: Entry): EntryResponse {
  const { account, amountCents, resource } = entry;
  return {
    id: entryId(entry.transactionId, `${account.walletId ?? ''} ${account.name}`),
    seq: entry.seq,
    account: account.name,
    kind: entry.kind,
    direction: amountCents > 0 ? 'credit' : 'debit',
    amount: Math.abs(amountCents),
    balance_after: entry.balanceCents,
    reference: entry.reference,
    resource: { type: resource.type, id: resource.id },
    description: entry.description,
    effective_date: entry.effectiveDate,
    occurred_at: iso(entry.occurredAt),
    posted_at: iso(entry.postedAt),
  };
}
