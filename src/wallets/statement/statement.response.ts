import { ApiProperty } from '@nestjs/swagger';
import { ENTRY_KINDS } from '../entries/entry.rules';
import type { Statement } from './statement.rules';

const cents = { type: 'integer', description: 'In cents, without sign.' } as const;
const balance = { type: 'integer', description: "In cents, with the account's own sign." } as const;

class KindTotalResponse {
  @ApiProperty({ enum: ENTRY_KINDS })
  kind: string;

  @ApiProperty({ type: 'integer' })
  count: number;

  @ApiProperty(cents)
  credits: number;

  @ApiProperty(cents)
  debits: number;
}

class StatementDayResponse {
  @ApiProperty({ format: 'date' })
  date: string;

  @ApiProperty(balance)
  opening: number;

  @ApiProperty(cents)
  credits: number;

  @ApiProperty(cents)
  debits: number;

  @ApiProperty(balance)
  closing: number;

  @ApiProperty({ type: 'integer' })
  count: number;
}

export class StatementResponse {
  @ApiProperty(balance)
  opening_balance: number;

  @ApiProperty(balance)
  closing_balance: number;

  @ApiProperty({ type: [KindTotalResponse] })
  totals: KindTotalResponse[];

  @ApiProperty({ type: [StatementDayResponse], description: 'Every day of the period.' })
  days: StatementDayResponse[];
}

export function toStatementResponse({ opening, closing, totals, days }: Statement): StatementResponse {
  return {
    opening_balance: opening,
    closing_balance: closing,
    totals: totals.map(({ kind, count, credits, debits }) => ({ kind, count, credits, debits })),
    days: days.map((day) => ({
      date: day.date,
      opening: day.opening,
      credits: day.credits,
      debits: day.debits,
      closing: day.closing,
      count: day.count,
    })),
  };
}
