import type { CapturedPart, RefundMovement, PastCharge, RefundedShare, TakenFrom } from '../../charges';
import { startOfDay } from '../../common/calendar';
import type { NewReversal, NewTransaction } from '../../ledger';
import { instalmentsOf } from '../capture/price.rules';
import { capturedMoney } from '../capture/captured-money';
import { giveBack, takeFrom } from '../receivable.changes';
import { netOf, type Receivable } from '../receivable.entity';
import { receivableTransitions } from '../receivable.transitions';
import { heldTransaction, refundCause, settledTransaction } from '../refunds/refund-posting.rules';
import { type OpenReceivable, planSources } from '../refunds/refund-sources.rules';
import type { PastPurses } from './past-purses';

/** What is posted of a moment, in the order in which it happened. */
export interface DatedPosting {
  readonly at: Date;
  readonly posting: NewTransaction | NewReversal;
}

/** What of a receivable became available at a moment. */
export interface PastSettlement {
  readonly at: Date;
  readonly receivable: Receivable;
  readonly cents: number;
  /** Given back after its day by a refund that failed: it has a settlement of its own. */
  readonly isLate: boolean;
}

/**
 * What became of the money of a captured charge, played once more: without a fee and a reserve, each instalment available on its
 * day, refunds taken from what there was at their time. Pure: ids are given.
 */
export class PastMoney {
  readonly receivables: readonly Receivable[];
  readonly postings: DatedPosting[] = [];
  readonly settlements: PastSettlement[] = [];
  /** By refund. */
  readonly taken = new Map<string, readonly TakenFrom[]>();

  constructor(
    { charge, parts }: PastCharge,
    dueDates: readonly string[],
    private readonly purses: PastPurses,
    nextId: () => string,
  ) {
    const quote = {
      feesCents: parts.map(() => 0),
      receivables: parts.flatMap((part: CapturedPart) => instalmentsOf(part, 0, dueDates)),
      reserve: { percentagePpm: 0, days: 0 },
    };
    const { receivables, posting } = capturedMoney(charge, parts, quote, nextId);
    this.receivables = receivables;
    this.postings.push({ at: charge.capturedAt, posting });
    for (const receivable of receivables)
      if (receivable.status === 'settled') purses.put(receivable.walletId, netOf(receivable));
  }

  /** What still comes. */
  open(): OpenReceivable[] {
    return this.waiting().map(({ id, walletId, installment, dueDate, ...money }) => ({
      ...{ id, walletId, installment, dueDate },
      netCents: netOf(money),
    }));
  }

  /** All that was due up to this day (YYYY-MM-DD) became available on its own. */
  settleUntil(day: string): void {
    for (const receivable of this.waiting()) {
      if (receivable.dueDate > day) continue;
      const at = startOfDay(receivable.dueDate);
      const cents = netOf(receivable);
      receivable.status = receivableTransitions.next(receivable.status, 'settle');
      receivable.settledAt = at;
      receivable.version += 1;
      this.settlements.push({ at, receivable, cents, isLate: false });
      this.purses.put(receivable.walletId, cents);
    }
  }

  /** A refund was asked for. Nothing bounds a debt: whoever gave it back asked for no limit. */
  hold(refund: RefundMovement, shares: readonly RefundedShare[]): void {
    const wallets = shares.map(({ recipientId }) => recipientId);
    const purses = wallets.map((id) => {
      const purse = { availableCents: this.purses.availableCents(id), creditCents: Infinity };
      return [id, purse] as const;
    });
    const planned = planSources(shares, this.open(), new Map(purses));
    if (planned.kind === 'missing') throw new Error('a debt without a limit lacks nothing');
    const { taken } = planned;
    this.taken.set(refund.refundId, taken);
    this.take(taken, refund.at);
    for (const { walletId, source, amountCents } of taken)
      if (source === 'available') this.purses.take(walletId, amountCents);
    this.postings.push({ at: refund.at, posting: heldTransaction(refund, taken) });
  }

  /** It was given back. */
  settleRefund(refund: RefundMovement, at: Date): void {
    const posting = settledTransaction({ ...refund, at }, this.takenOf(refund));
    this.postings.push({ at, posting });
  }

  /** It failed: all is where it was; what was settled meanwhile becomes available at once. */
  releaseRefund(refund: RefundMovement, at: Date): void {
    const released = { ...refund, at };
    const reverses = refundCause(refund, 'held').reference;
    this.postings.push({ at, posting: { ...refundCause(released, 'released'), reverses } });
    for (const { walletId, source, receivableId, amountCents } of this.takenOf(refund)) {
      if (source === 'available') this.purses.put(walletId, amountCents);
      const receivable = this.receivables.find(({ id }) => id === receivableId);
      if (receivable === undefined) continue;
      giveBack(receivable, amountCents, at);
      if (receivable.status !== 'settled') continue;
      this.settlements.push({ at, receivable, cents: amountCents, isLate: true });
      this.purses.put(walletId, amountCents);
    }
  }

  /** A refund or a dispute takes from what still comes. */
  take(
    drawn: readonly { readonly receivableId: string | null; readonly amountCents: number }[],
    at: Date,
  ): void {
    for (const { receivableId, amountCents } of drawn) {
      const receivable = this.receivables.find(({ id }) => id === receivableId);
      if (receivable !== undefined) takeFrom(receivable, amountCents, at);
    }
  }

  private waiting(): Receivable[] {
    return this.receivables.filter(({ status }) => status === 'waiting_funds');
  }

  private takenOf({ refundId }: RefundMovement): readonly TakenFrom[] {
    return this.taken.get(refundId) ?? [];
  }
}
