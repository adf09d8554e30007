import type { DisputedPart } from '../../charges';

/** What of a dispute one wallet bears, in cents. */
export interface BornePart {
  readonly walletId: string;
  readonly amountCents: number;
}

/**
 * Divides cents of a dispute among those who answer for it (money contract §17, Bearers), pro rata to what each captured, rounded
 * down; the cents that are left go one each to them in the order of the rules. Who captured nothing bears nothing, unless
 * nobody did: then the first bears it all. Pure.
 */
export function divideAmong(parts: readonly DisputedPart[], cents: number): BornePart[] {
  const liable = parts.filter((part) => part.liable);
  const captured = liable.filter(({ capturedCents }) => capturedCents > 0);
  const bearers = captured.length > 0 ? captured : liable.slice(0, 1);
  const weights = bearers.map(({ capturedCents }) => BigInt(Math.max(1, capturedCents)));
  const whole = weights.reduce((sum, weight) => sum + weight, 0n);
  const shares = weights.map((weight) => Number((BigInt(cents) * weight) / whole));
  const left = cents - shares.reduce((sum, share) => sum + share, 0);
  return bearers.map(({ recipientId: walletId }, place) => ({
    walletId,
    amountCents: (shares[place] ?? 0) + (place < left ? 1 : 0),
  }));
}
