import { ApiProperty } from '@nestjs/swagger';
import { iso, isoOrNull } from '../common';
import { DISPUTE_KINDS } from '../common/money';
import { DISPUTE_SOURCES, type DisputeSource, RETURNED_TO } from './dispute-source.entity';
import type { DisputeRecord } from './dispute.repository';
import { DISPUTE_STATUSES } from './dispute.transitions';

const cents = (description: string) =>
  ({ type: 'integer', description: `${description} In cents.` }) as const;

/** What a source pays. */
const PURPOSES = ['amount', 'fee'] as const;

class DisputeSourceResponse {
  @ApiProperty({ enum: PURPOSES, description: 'What it pays; the fee stays when the dispute is won.' })
  for: string;

  @ApiProperty({ enum: DISPUTE_SOURCES, description: 'debt: it is owed from then on.' })
  from: string;

  @ApiProperty({ type: String, format: 'uuid', nullable: true })
  receivable_id: string | null;

  @ApiProperty({ type: 'integer', description: 'In cents.' })
  amount: number;

  @ApiProperty({
    enum: RETURNED_TO,
    nullable: true,
    description: 'Where it is again; null: it was not returned.',
  })
  returned_to: string | null;
}

class DisputeBearerResponse {
  @ApiProperty({ format: 'uuid' })
  wallet_id: string;

  @ApiProperty(cents('What of the disputed amount falls on it.'))
  amount: number;

  @ApiProperty({
    type: [DisputeSourceResponse],
    description: 'Where its money was taken from, fee included.',
  })
  sources: DisputeSourceResponse[];
}

export class DisputeResponse {
  @ApiProperty({ format: 'uuid' }) id: string;

  @ApiProperty({ format: 'uuid' }) charge_id: string;

  @ApiProperty({ enum: DISPUTE_KINDS, description: 'pix_return: the special return of the central bank.' })
  kind: string;

  @ApiProperty({ enum: DISPUTE_STATUSES }) status: string;

  @ApiProperty(
    cents(
      'What was captured and not refunded when it was opened, and what refunds that failed since left to it.',
    ),
  )
  amount: number;

  @ApiProperty(cents('What is blocked for it now.')) blocked_amount: number;

  @ApiProperty(cents('What is debited for it now: what was returned is not.'))
  debited_amount: number;

  @ApiProperty(cents('What it costs, whatever its outcome.')) fee: number;

  @ApiProperty({ type: String, nullable: true, description: "In the provider's words." })
  reason: string | null;

  @ApiProperty({ type: [DisputeBearerResponse], description: 'In the order of the rules of the charge.' })
  bearers: DisputeBearerResponse[];

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'Until when it can be contested; null: the provider names no moment.',
  })
  respond_by: string | null;

  @ApiProperty({ format: 'date-time' }) opened_at: string;

  @ApiProperty({ type: String, format: 'date-time', nullable: true }) closed_at: string | null;

  @ApiProperty({ type: 'integer' }) version: number;
}

/** A dispute as the API shows it. */
export function toDisputeResponse({ dispute, bearers, sources }: DisputeRecord): DisputeResponse {
  return {
    id: dispute.id,
    charge_id: dispute.chargeId,
    kind: dispute.kind,
    status: dispute.status,
    amount: dispute.amountCents,
    blocked_amount: dispute.blockedCents,
    debited_amount: dispute.debitedCents,
    fee: dispute.feeCents,
    reason: dispute.reason,
    bearers: bearers.map(({ walletId, amountCents }) => ({
      wallet_id: walletId,
      amount: amountCents,
      sources: together(sources.filter((source) => source.walletId === walletId)),
    })),
    respond_by: isoOrNull(dispute.respondBy),
    opened_at: iso(dispute.openedAt),
    closed_at: isoOrNull(dispute.closedAt),
    version: dispute.version,
  };
}

/** Reserves have no ids outside: what comes from several of them is one source. */
function together(sources: readonly DisputeSource[]): DisputeSourceResponse[] {
  const shown = new Map<string, DisputeSourceResponse>();
  for (const { isFee, source, receivableId, amountCents, returnedTo } of sources) {
    const key = [isFee, source, receivableId, returnedTo].join(' ');
    const amount = (shown.get(key)?.amount ?? 0) + amountCents;
    shown.set(key, {
      for: isFee ? 'fee' : 'amount',
      from: source,
      receivable_id: receivableId,
      amount,
      returned_to: returnedTo,
    });
  }
  return [...shown.values()];
}
