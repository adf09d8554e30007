import { ApiProperty } from '@nestjs/swagger';
import { iso } from '../../common';
import type { AccountBalance, BookBalances, Line, RecordedTransaction } from '../../ledger';
import { isReversible } from '../reversals/reversal.rules';
import { TRANSACTION_KINDS } from './transaction-kinds';

class BookAccountResponse {
  @ApiProperty({ description: 'Its name.', example: 'clearing:sandbox' })
  account: string;

  @ApiProperty({
    type: String,
    format: 'uuid',
    nullable: true,
    description: 'Null of an account of the book itself.',
  })
  wallet_id: string | null;

  @ApiProperty({ type: 'integer', description: 'In cents, with the account’s own sign.' })
  balance: number;
}

export class BookResponse {
  @ApiProperty({
    type: [BookAccountResponse],
    description: 'The book’s own accounts first; of wallets those that hold something. They sum to 0.',
  })
  accounts: BookAccountResponse[];

  @ApiProperty({ format: 'date-time', description: 'The moment that the balances are of.' })
  as_of: string;
}

class TransactionLineResponse {
  @ApiProperty({ description: 'Its name.', example: 'available' })
  account: string;

  @ApiProperty({ type: String, format: 'uuid', nullable: true })
  wallet_id: string | null;

  @ApiProperty({ type: 'integer', description: 'In cents: above 0 credited, below 0 debited.' })
  amount: number;
}

class TransactionResourceResponse {
  @ApiProperty({ example: 'charge' })
  type: string;

  @ApiProperty({ format: 'uuid' })
  id: string;
}

export class BookTransactionResponse {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({
    description: 'What happened, once.',
    example: 'charge:01900000-0000-7000-8000-000000000000:captured',
  })
  reference: string;

  @ApiProperty({ enum: TRANSACTION_KINDS })
  kind: string;

  @ApiProperty({ type: TransactionResourceResponse })
  resource: TransactionResourceResponse;

  @ApiProperty({ type: [TransactionLineResponse], description: 'They sum to 0.' })
  lines: TransactionLineResponse[];

  @ApiProperty({ type: String, nullable: true })
  description: string | null;

  @ApiProperty({
    type: String,
    format: 'uuid',
    nullable: true,
    description: 'The transaction that it reverses.',
  })
  reverses_id: string | null;

  @ApiProperty({
    type: String,
    format: 'uuid',
    nullable: true,
    description: 'The transaction that reverses it.',
  })
  reversed_by_id: string | null;

  @ApiProperty({ description: 'Whether operators may reverse it: by its kind, and nothing has yet.' })
  is_reversible: boolean;

  @ApiProperty({ format: 'date', description: 'The day of occurred_at in America/Sao_Paulo.' })
  effective_date: string;

  @ApiProperty({ format: 'date-time' })
  occurred_at: string;

  @ApiProperty({ format: 'date-time' })
  recorded_at: string;
}

export function toBookResponse({ balances, at }: BookBalances): BookResponse {
  return { accounts: balances.map(toAccountResponse), as_of: iso(at) };
}

function toAccountResponse({ account, balanceCents }: AccountBalance): BookAccountResponse {
  return { account: account.name, wallet_id: account.walletId, balance: balanceCents };
}

export function toBookTransactionResponse(transaction: RecordedTransaction): BookTransactionResponse {
  return {
    id: transaction.id,
    reference: transaction.reference,
    kind: transaction.kind,
    resource: { type: transaction.resource.type, id: transaction.resource.id },
    lines: transaction.lines.map(toLineResponse),
    description: transaction.description,
    reverses_id: transaction.reversesId,
    reversed_by_id: transaction.reversedById,
    is_reversible: transaction.reversedById === null && isReversible(transaction),
    effective_date: transaction.effectiveDate,
    occurred_at: iso(transaction.occurredAt),
    recorded_at: iso(transaction.recordedAt),
  };
}

function toLineResponse({ account, amountCents }: Line): TransactionLineResponse {
  return { account: account.name, wallet_id: account.walletId, amount: amountCents };
}
