import { ApiProperty } from '@nestjs/swagger';
import { iso, isoOrNull } from '../common';
import { CARD_BRANDS, PAYMENT_METHODS } from '../common/money';
import { netOf, type Receivable } from './receivable.entity';
import { RECEIVABLE_STATUSES } from './receivable.transitions';

const cents = (description: string) =>
  ({ type: 'integer', description: `${description} In cents.` }) as const;

export class ReceivableResponse {
  @ApiProperty({ format: 'uuid' }) id: string;

  @ApiProperty({ format: 'uuid', description: "Its recipient's." })
  wallet_id: string;

  @ApiProperty({ format: 'uuid' }) charge_id: string;

  @ApiProperty({ enum: PAYMENT_METHODS }) payment_method: string;

  @ApiProperty({ enum: CARD_BRANDS, nullable: true, description: 'null: no card.' })
  brand: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    example: 'VCC',
    description:
      "The registrars' code of brand and kind of card; null for pix, boleto and brands without one.",
  })
  arrangement: string | null;

  @ApiProperty({ type: 'integer', minimum: 1 }) installment: number;

  @ApiProperty({ type: 'integer', minimum: 1 }) installments: number;

  @ApiProperty(cents('What was captured.')) amount: number;

  @ApiProperty(cents('The part of the processing fee.')) fee: number;

  @ApiProperty(cents('Taken by refunds, those on their way too, and by disputes.')) amount_reversed: number;

  @ApiProperty(cents('amount − fee − amount_reversed.')) net: number;

  @ApiProperty(cents('What its anticipation cost.')) anticipation_fee: number;

  @ApiProperty({ enum: RECEIVABLE_STATUSES }) status: string;

  @ApiProperty({ format: 'date', description: 'A day in America/Sao_Paulo.' })
  due_date: string;

  @ApiProperty({ format: 'date' }) original_due_date: string;

  @ApiProperty({ format: 'date-time' }) captured_at: string;

  @ApiProperty({ type: String, format: 'date-time', nullable: true }) settled_at: string | null;

  @ApiProperty({
    type: String,
    format: 'uuid',
    nullable: true,
    description: 'null: not settled, or settled at its capture.',
  })
  settlement_id: string | null;

  @ApiProperty({ type: String, format: 'uuid', nullable: true }) anticipation_id: string | null;

  @ApiProperty({ type: 'integer' }) version: number;

  @ApiProperty({ format: 'date-time' }) created_at: string;

  @ApiProperty({ format: 'date-time' }) updated_at: string;
}

/** A receivable as the API shows it. */
export function toReceivableResponse(receivable: Receivable): ReceivableResponse {
  return {
    id: receivable.id,
    wallet_id: receivable.walletId,
    charge_id: receivable.chargeId,
    payment_method: receivable.paymentMethod,
    brand: receivable.brand,
    arrangement: receivable.arrangement,
    installment: receivable.installment,
    installments: receivable.installments,
    amount: receivable.amountCents,
    fee: receivable.feeCents,
    amount_reversed: receivable.reversedCents,
    net: netOf(receivable),
    anticipation_fee: receivable.anticipationFeeCents,
    status: receivable.status,
    due_date: receivable.dueDate,
    original_due_date: receivable.originalDueDate,
    captured_at: iso(receivable.capturedAt),
    settled_at: isoOrNull(receivable.settledAt),
    settlement_id: receivable.settlementId,
    anticipation_id: receivable.anticipationId,
    version: receivable.version,
    created_at: iso(receivable.createdAt),
    updated_at: iso(receivable.updatedAt),
  };
}
