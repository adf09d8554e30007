import type { OutboxRow } from '../../common/outbox';
import type { DeclaredEvent } from '../../common/events';
import { EVENT_OF_STATUS, eventOfChange } from '../charge.events';
import type { ChargeHistoryEntry } from '../charge-history.entity';
import type { ChargeRecord } from '../charge.repository';
import { chargeTransitions } from '../charge.transitions';
import type { RefundRecord } from '../refund/refund.repository';
import { addToSplits, enter, reserve, write } from './charge.changes';

/** A refund of a locked charge that succeeded, and those of the charge that have no outcome yet. */
export interface Refunding {
  readonly record: ChargeRecord;
  readonly refund: RefundRecord;
  readonly pending: readonly RefundRecord[];
}

/** A charge of which a part was given back, and what is to be written of it. */
export interface Refunded {
  readonly record: ChargeRecord;
  readonly event: OutboxRow;
  /** None where the status stayed. */
  readonly history: readonly ChargeHistoryEntry[];
}

/** Changes the record: what was reserved is refunded. */
export function giveBack(
  { record, refund, pending }: Refunding,
  now: Date,
): Pick<Refunded, 'history'> & { readonly event: DeclaredEvent } {
  const { charge } = record;
  const amountRefundedCents = charge.amountRefundedCents + refund.refund.amountCents;
  const trigger = amountRefundedCents === charge.amountCapturedCents ? 'refund_rest' : 'refund_part';
  addToSplits(record, refund, (split, cents) => (split.refundedCents += cents));
  reserve(record, pending);
  const change = { amountRefundedCents, refundedAt: now };
  if (chargeTransitions.allows(charge.status, trigger)) {
    const entry = enter(record, trigger, change, now);
    return { event: eventOfChange(trigger, charge.status), history: [entry] };
  }
  // Disputed since it was asked for: the status stays, the event says what was given back all the same.
  write(record, change, now);
  return {
    event: trigger === 'refund_rest' ? EVENT_OF_STATUS.refunded : EVENT_OF_STATUS.partially_refunded,
    history: [],
  };
}
