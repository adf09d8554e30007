import { ApiProperty } from '@nestjs/swagger';
import { iso, isoOrNull } from '../common';
import {
  type Anticipation,
  ANTICIPATION_SOURCES,
  REFUSAL_CODES,
  type RefusalCode,
  TIMEFRAMES,
} from './anticipation.entity';
import { ANTICIPATION_STATUSES } from './anticipation.transitions';

const cents = (description: string) =>
  ({ type: 'integer', description: `${description} In cents.` }) as const;
const timestamp = { type: String, format: 'date-time', nullable: true } as const;

const REFUSALS: Readonly<Record<RefusalCode, string>> = {
  suspected_fraud: 'The platform suspects fraud.',
  insufficient_history: 'The platform has not seen enough of these sales yet.',
  other: 'The platform refused the anticipation.',
};

/** What percentages are stored in: millionths of the whole, shown of a hundred. */
const PPM_A_PERCENT = 10_000;

class AnticipationRefusalResponse {
  @ApiProperty({ enum: REFUSAL_CODES }) code: string;

  @ApiProperty() message: string;
}

export class AnticipationResponse {
  @ApiProperty({ format: 'uuid' }) id: string;

  @ApiProperty({ format: 'uuid' }) wallet_id: string;

  @ApiProperty(cents('The net of its receivables.')) amount: number;

  @ApiProperty(cents('What it costs: the sum of what each receivable costs.')) fee: number;

  @ApiProperty(cents('What becomes available: amount − fee.')) payout: number;

  @ApiProperty({ description: 'What thirty days cost, in percent.' }) monthly_percentage: number;

  @ApiProperty({ type: 'integer', description: 'Of receivables.' }) count: number;

  @ApiProperty({ description: 'How many days early a cent of it comes on average, with two decimals.' })
  average_days: number;

  @ApiProperty({ enum: TIMEFRAMES }) timeframe: string;

  @ApiProperty({ format: 'date', description: 'A day in America/Sao_Paulo; days count from it.' })
  payment_date: string;

  @ApiProperty({ enum: ANTICIPATION_STATUSES }) status: string;

  @ApiProperty({ type: AnticipationRefusalResponse, nullable: true })
  refusal: AnticipationRefusalResponse | null;

  @ApiProperty({ enum: ANTICIPATION_SOURCES }) source: string;

  @ApiProperty({ type: String, nullable: true }) external_id: string | null;

  @ApiProperty({ type: 'integer' }) version: number;

  @ApiProperty({ format: 'date-time' }) created_at: string;

  @ApiProperty({ ...timestamp, description: 'When it was approved or refused.' }) decided_at: string | null;

  @ApiProperty(timestamp) paid_at: string | null;
}

/** An anticipation as the API shows it. */
export function toAnticipationResponse(anticipation: Anticipation): AnticipationResponse {
  const { refusalCode, refusalMessage } = anticipation;
  return {
    id: anticipation.id,
    wallet_id: anticipation.walletId,
    amount: anticipation.amountCents,
    fee: anticipation.feeCents,
    payout: anticipation.payoutCents,
    monthly_percentage: percentOf(anticipation.monthlyPpm),
    count: anticipation.count,
    average_days: anticipation.averageDays,
    timeframe: anticipation.timeframe,
    payment_date: anticipation.paymentDate,
    status: anticipation.status,
    refusal:
      refusalCode === null ? null : { code: refusalCode, message: refusalMessage ?? REFUSALS[refusalCode] },
    source: anticipation.source,
    external_id: anticipation.externalId,
    version: anticipation.version,
    created_at: iso(anticipation.createdAt),
    decided_at: isoOrNull(anticipation.decidedAt),
    paid_at: isoOrNull(anticipation.paidAt),
  };
}

/** Millionths of the whole as a percentage. */
export function percentOf(ppm: number): number {
  return ppm / PPM_A_PERCENT;
}
