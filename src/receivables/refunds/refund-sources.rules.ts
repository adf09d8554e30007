import type { RefundedShare, TakenFrom } from '../../charges';

/** A receivable of the charge that still comes, and what of it is left, in cents. */
export interface OpenReceivable {
  readonly id: string;
  readonly walletId: string;
  readonly installment: number;
  /** YYYY-MM-DD. */
  readonly dueDate: string;
  readonly netCents: number;
}

/** What a wallet has and may owe, in cents. */
export interface Purse {
  readonly availableCents: number;
  /** What it may still come to owe; Infinity where there is no limit. */
  readonly creditCents: number;
}

/** Where the money comes from, or what of each share (by its place) nobody can pay. */
export type PlannedSources =
  | { readonly kind: 'taken'; readonly taken: readonly TakenFrom[] }
  | { readonly kind: 'missing'; readonly missingCents: readonly number[] };

/**
 * Takes a refund from what its recipients have (money contract §17): of each its receivables of this charge, the latest due
 * first, then what is available, then a debt up to its limit; what is still missing from what is available to those who
 * answer for it, in the order of the rules. Pure.
 */
export function planSources(
  shares: readonly RefundedShare[],
  open: readonly OpenReceivable[],
  purses: ReadonlyMap<string, Purse>,
): PlannedSources {
  const available = new Map([...purses].map(([id, { availableCents }]) => [id, availableCents]));
  const taken: TakenFrom[] = [];
  const take = (source: Omit<TakenFrom, 'amountCents'>, cents: number): number => {
    if (cents > 0) taken.push({ ...source, amountCents: cents });
    return cents;
  };
  const fromAvailable = (walletId: string, wanted: number): number => {
    const cents = Math.min(wanted, available.get(walletId) ?? 0);
    available.set(walletId, (available.get(walletId) ?? 0) - cents);
    return take({ walletId, source: 'available', receivableId: null }, cents);
  };
  const missingCents = shares.map(({ recipientId: walletId, amountCents }) => {
    let wanted = amountCents;
    for (const { id, netCents } of latestFirst(open, walletId))
      wanted -= take({ walletId, source: 'receivable', receivableId: id }, Math.min(wanted, netCents));
    wanted -= fromAvailable(walletId, wanted);
    const credit = Math.min(wanted, purses.get(walletId)?.creditCents ?? 0);
    return wanted - take({ walletId, source: 'debt', receivableId: null }, credit);
  });
  const liable = shares.filter((share) => share.liable);
  const left = missingCents.map((cents) =>
    liable.reduce((wanted, { recipientId }) => wanted - fromAvailable(recipientId, wanted), cents),
  );
  if (left.some((cents) => cents > 0)) return { kind: 'missing', missingCents: left };
  return { kind: 'taken', taken: together(taken) };
}

/** In the order in which money is taken from them: the latest due first. */
export function latestFirst(open: readonly OpenReceivable[], wallet: string): OpenReceivable[] {
  return open
    .filter(({ walletId, netCents }) => walletId === wallet && netCents > 0)
    .sort((one, other) => other.dueDate.localeCompare(one.dueDate) || other.installment - one.installment);
}

/** What comes from one place is one source. */
function together(taken: readonly TakenFrom[]): TakenFrom[] {
  const byPlace = new Map<string, TakenFrom>();
  for (const one of taken) {
    const place = `${one.walletId} ${one.source} ${one.receivableId ?? ''}`;
    const before = byPlace.get(place)?.amountCents ?? 0;
    byPlace.set(place, { ...one, amountCents: before + one.amountCents });
  }
  return [...byPlace.values()];
}
