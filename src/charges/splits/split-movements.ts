import { apportion, type Claim } from '../../common/money';

/** What a movement needs to know of one recipient's part, in cents. */
export interface SplitBalance {
  readonly recipientId: string;
  readonly shareCents: number;
  readonly capturedCents: number;
  /** Refunded or on the way to be. */
  readonly reservedCents: number;
  readonly chargeRemainder: boolean;
}

/** How much of a movement falls on one recipient. */
export interface SplitMovement {
  readonly recipientId: string;
  readonly amountCents: number;
}

/** A split of a refund that the merchant named itself, and which of its entries cannot be. */
export type NamedSplit =
  | { readonly kind: 'ok'; readonly movements: readonly SplitMovement[] }
  | { readonly kind: 'sum' }
  | {
      readonly kind: 'unknown_recipient' | 'repeated_recipient' | 'exceeds_share';
      readonly indexes: readonly number[];
    };

/** Divides a capture of `cents` among the recipients of a charge (contract: split[]). */
export function splitCapture(cents: number, parts: readonly SplitBalance[]): SplitMovement[] {
  return move(cents, parts, (part) => ({
    weightCents: part.shareCents,
    heldCents: 0,
    capCents: part.shareCents,
  }));
}

/**
 * Divides a refund of `cents`: the difference between the apportionment of all that is refunded with it and of all
 * that was refunded before (src/charges/README.md). It continues from what each recipient has really given back, so a refund
 * whose split the merchant named, or one that failed, moves the next refund towards the same end instead of past anybody's share.
 */
export function splitRefund(cents: number, parts: readonly SplitBalance[]): SplitMovement[] {
  return move(cents, parts, (part) => ({
    weightCents: part.shareCents,
    heldCents: part.reservedCents,
    capCents: part.capturedCents,
  }));
}

/** Checks a split the merchant named: it sums to the refund, nobody gives back more than it still holds. */
export function nameRefundSplit(
  cents: number,
  named: readonly SplitMovement[],
  parts: readonly SplitBalance[],
): NamedSplit {
  const where = (test: (entry: SplitMovement, index: number) => boolean): number[] =>
    named.flatMap((entry, index) => (test(entry, index) ? [index] : []));
  const partOf = new Map(parts.map((part) => [part.recipientId, part]));

  const unknown = where((entry) => !partOf.has(entry.recipientId));
  if (unknown.length > 0) return { kind: 'unknown_recipient', indexes: unknown };
  const repeated = where(
    (entry, index) => named.findIndex((other) => other.recipientId === entry.recipientId) !== index,
  );
  if (repeated.length > 0) return { kind: 'repeated_recipient', indexes: repeated };
  if (named.reduce((total, entry) => total + entry.amountCents, 0) !== cents) return { kind: 'sum' };
  const tooMuch = where((entry) => {
    const part = partOf.get(entry.recipientId);
    return !part || entry.amountCents > part.capturedCents - part.reservedCents;
  });
  if (tooMuch.length > 0) return { kind: 'exceeds_share', indexes: tooMuch };

  const amountOf = new Map(named.map((entry) => [entry.recipientId, entry.amountCents]));
  return {
    kind: 'ok',
    movements: parts.map(({ recipientId }) => ({ recipientId, amountCents: amountOf.get(recipientId) ?? 0 })),
  };
}

// Ties go to the remainder's owner, then by the order of the rules: that is the order of the claims.
function move(
  cents: number,
  parts: readonly SplitBalance[],
  claimOf: (part: SplitBalance) => Claim,
): SplitMovement[] {
  const ordered = [
    ...parts.filter((part) => part.chargeRemainder),
    ...parts.filter((part) => !part.chargeRemainder),
  ];
  const gains = apportion(cents, ordered.map(claimOf));
  const gainOf = new Map(ordered.map((part, index) => [part.recipientId, gains[index] ?? 0]));
  return parts.map(({ recipientId }) => ({ recipientId, amountCents: gainOf.get(recipientId) ?? 0 }));
}
