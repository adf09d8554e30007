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

/**
 * Divides cents that come to a dispute later among those who answer for it: in the end each bears what it would have borne of the whole
 * at once, as far as nobody gets anything back for that; then those last in the order of the rules bear less. Pure.
 * @param borne what they bear already
 */
export function divideMore(
  parts: readonly DisputedPart[],
  borne: readonly BornePart[],
  cents: number,
): BornePart[] {
  const before = borne.reduce((total, { amountCents }) => total + amountCents, 0);
  const more = divideAmong(parts, before + cents).map(({ walletId, amountCents }) => {
    const own = borne.filter((part) => part.walletId === walletId);
    const had = own.reduce((total, part) => total + part.amountCents, 0);
    return { walletId, amountCents: Math.max(0, amountCents - had) };
  });
  let over = more.reduce((total, { amountCents }) => total + amountCents, 0) - cents;
  return more
    .reverse()
    .map(({ walletId, amountCents }) => {
      const less = Math.min(over, amountCents);
      over -= less;
      return { walletId, amountCents: amountCents - less };
    })
    .reverse();
}
