/** Of one settlement (money contract §14), and of one transaction of the database. */
export const MAX_RECEIVABLES = 5_000;
/** Settlements of one transaction: each is a transaction of the books. */
export const MAX_SETTLEMENTS = 250;

/** What one round looked at, and what of it was settled. */
export interface SettlementRound {
  readonly limit: number;
  readonly locked: number;
  readonly settled: number;
  readonly settlements: number;
}

/**
 * What of the groups of a round, in their order, is settled in it. The last one may go on beyond what was locked: it is left for
 * the next round, so that a wallet and due date have one settlement, unless they have more receivables than that may hold.
 */
export function settledInRound<Group>(
  groups: readonly Group[],
  { limit, locked }: Pick<SettlementRound, 'limit' | 'locked'>,
): readonly Group[] {
  const mayGoOn = locked === limit && (groups.length > 1 || limit < MAX_RECEIVABLES);
  return (mayGoOn ? groups.slice(0, -1) : groups).slice(0, MAX_SETTLEMENTS);
}

/**
 * How many receivables the next round locks. Where wallets have few each, most of what is locked would be left for another
 * round, to be locked and read again: so it is as many as this one could settle, and more as soon as there was room.
 */
export function nextLimit({ limit, locked, settled, settlements }: SettlementRound): number {
  if (settled === 0) return MAX_RECEIVABLES;
  // The one more is of the next group, by which the last one is known to be whole.
  if (settlements === MAX_SETTLEMENTS && settled < locked) return settled + 1;
  return Math.min(MAX_RECEIVABLES, limit * 2);
}
