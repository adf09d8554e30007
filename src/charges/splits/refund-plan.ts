import { splitRefund, type SplitBalance, type SplitMovement } from './split-movements';

/** A recipient's part of a charge, as the refunds that succeeded left it, in cents. */
export type RefundedPart = Omit<SplitBalance, 'reservedCents'> & { readonly refundedCents: number };

/** A refund whose outcome is not known yet. */
export interface OpenRefund {
  readonly amountCents: number;
  /** The merchant said who bears it: that never moves. */
  readonly splitNamed: boolean;
  readonly splits: readonly SplitMovement[];
}

/**
 * Divides refunds that are not settled among the recipients, as if they succeeded in the given order (contract §6,
 * split[]). It begins where those that succeeded ended, so whatever failed meanwhile left no trace: the first of the list
 * may be written down as it comes out, the split of the others is what it would be today. Room that the merchant's own
 * splits need is kept free for them.
 */
export function planRefunds(
  parts: readonly RefundedPart[],
  refunds: readonly OpenRefund[],
): (readonly SplitMovement[])[] {
  const held = parts.map(({ refundedCents }) => refundedCents);
  const kept = parts.map(({ recipientId }) =>
    refunds.reduce(
      (cents, refund) => cents + (refund.splitNamed ? centsOf(refund.splits, recipientId) : 0),
      0,
    ),
  );
  return refunds.map((refund) => {
    const movements = refund.splitNamed
      ? refund.splits
      : splitRefund(refund.amountCents, balances(parts, held, kept));
    parts.forEach(({ recipientId }, index) => {
      const cents = centsOf(movements, recipientId);
      held[index] = (held[index] ?? 0) + cents;
      if (refund.splitNamed) kept[index] = (kept[index] ?? 0) - cents;
    });
    return movements;
  });
}

function balances(
  parts: readonly RefundedPart[],
  held: readonly number[],
  kept: readonly number[],
): SplitBalance[] {
  return parts.map((part, index) => ({
    recipientId: part.recipientId,
    shareCents: part.shareCents,
    capturedCents: part.capturedCents - (kept[index] ?? 0),
    reservedCents: held[index] ?? 0,
    chargeRemainder: part.chargeRemainder,
  }));
}

/** What of a movement falls on a recipient. */
export function centsOf(movements: readonly SplitMovement[], recipientId: string): number {
  return movements.find((movement) => movement.recipientId === recipientId)?.amountCents ?? 0;
}
