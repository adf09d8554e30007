import type { PricedCharge } from '../charge-money.port';
import type { Charge } from '../charge.entity';
import type { ChargeHistoryEntry } from '../charge-history.entity';
import type { ChargeRecord } from '../charge.repository';
import { chargeTransitions, type ChargeTrigger } from '../charge.transitions';
import type { RefundRecord } from '../refund/refund.repository';
import { centsOf } from '../splits/refund-plan';

/** What a transition changes beside status and version. */
export type ChargeChange = Partial<
  Pick<
    Charge,
    | 'providerReference'
    | 'amountCapturedCents'
    | 'feeCents'
    | 'amountRefundedCents'
    | 'paymentDetails'
    | 'failureCode'
    | 'failureMessage'
    | 'failureRetryable'
    | 'attention'
    | 'authorizedAt'
    | 'capturedAt'
    | 'refundedAt'
    | 'expiresAt'
  >
>;

/** Changes a record alone; answers what its history is to say. */
export function enter(
  record: ChargeRecord,
  trigger: ChargeTrigger,
  change: ChargeChange,
  now: Date,
): ChargeHistoryEntry {
  const { charge } = record;
  const fromStatus = charge.status;
  charge.status = chargeTransitions.next(fromStatus, trigger);
  write(record, change, now);
  const { merchantId, id: chargeId, version, status: toStatus, updatedAt: at } = charge;
  return { merchantId, chargeId, version, fromStatus, toStatus, trigger, at };
}

/** The same without a transition. */
export function write({ charge }: ChargeRecord, change: ChargeChange, now: Date): void {
  Object.assign(charge, change);
  charge.version += 1;
  charge.updatedAt = now;
}

/** A charge as its price hangs on it. */
export function pricedCharge(charge: Charge): PricedCharge {
  const { merchantId, livemode, paymentMethod, paymentDetails, createdAt } = charge;
  const brand = 'brand' in paymentDetails ? paymentDetails.brand : null;
  return { merchantId, livemode, paymentMethod, brand, installments: charge.installments ?? 1, createdAt };
}

export function addToSplits(
  { splits }: ChargeRecord,
  refund: RefundRecord,
  add: (split: ChargeRecord['splits'][number], cents: number) => void,
): void {
  for (const split of splits) add(split, centsOf(refund.splits, split.recipientId));
}

/** What no refund may touch any more: given back, or on the way to be. */
export function reserve({ splits }: ChargeRecord, pending: readonly RefundRecord[]): void {
  for (const split of splits) {
    split.reservedCents = pending.reduce(
      (cents, refund) => cents + centsOf(refund.splits, split.recipientId),
      split.refundedCents,
    );
  }
}
