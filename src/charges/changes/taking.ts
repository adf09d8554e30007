import type { OutboxRow } from '../../common/outbox';
import { type ChargeChange, enter, pricedCharge } from './charge.changes';
import type { ChargeHistoryEntry } from '../charge-history.entity';
import type { Captured, Quote, QuotedCapture } from '../charge-money.port';
import type { ChargeRecord } from '../charge.repository';
import { centsOf } from '../splits/refund-plan';
import { splitCapture } from '../splits/split-movements';

/** An authorised amount that is to be captured, in whole or in part; `at` is when, as the provider tells it. */
export interface NewCapture {
  readonly record: ChargeRecord;
  readonly amountCents: number;
  readonly at: Date | undefined;
}

/** Money that is to be taken of a locked charge. */
export interface Taking {
  readonly record: ChargeRecord;
  readonly trigger: 'pay' | 'capture';
  readonly amountCents: number;
  readonly capturedAt: Date;
  readonly change: ChargeChange;
}

/** The same, with what it costs and the name of the adapter through which it comes. */
export interface PricedTaking extends Taking {
  readonly quote: Quote;
  readonly provider: string;
}

/** Money that was taken, and what is to be written of it. */
export interface Taken extends Captured {
  readonly record: ChargeRecord;
  readonly entry: ChargeHistoryEntry;
  readonly event: OutboxRow;
}

/** Gives the parts what they get; answers what is asked to price it. */
export function divideTaking({ record: { charge, splits }, amountCents, capturedAt }: Taking): QuotedCapture {
  const movements = splitCapture(amountCents, splits);
  for (const split of splits) split.capturedCents = centsOf(movements, split.recipientId);
  return { charge: pricedCharge(charge), parts: splits, capturedAt };
}

/** A fee above what its payer gets is owed. */
export function leavesDebt({ record, quote }: PricedTaking): boolean {
  return record.splits.some(({ capturedCents }, index) => (quote.feesCents[index] ?? 0) > capturedCents);
}

/** Changes the record: fees, amounts and status. */
export function take(
  { record, trigger, amountCents, capturedAt, change, quote, provider }: PricedTaking,
  now: Date,
): Omit<Taken, 'event'> {
  const { charge, splits: parts } = record;
  for (const [index, part] of parts.entries()) part.feeCents = quote.feesCents[index] ?? 0;
  const feeCents = quote.feesCents.reduce((total, cents) => total + cents, 0);
  const taken = { ...change, amountCapturedCents: amountCents, feeCents, capturedAt };
  const entry = enter(record, trigger, taken, now);
  const { id, updatedAt: recordedAt } = charge;
  return {
    record,
    entry,
    charge: { ...pricedCharge(charge), id, provider, capturedAt, recordedAt },
    parts,
    quote,
  };
}
