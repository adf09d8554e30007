/**
 * What the wallets of a charge of before have available at a moment, in cents: what came of the charge itself, and what they had
 * already. The latter is one for all charges that are posted together, so none of it is spent twice. What came of the charge goes
 * first: so whatever is taken was there before, whatever the order in which charges are looked at.
 */
export class PastPurses {
  private readonly own = new Map<string, number>();

  /** @param others by wallet what there was before; it is changed */
  constructor(private readonly others: Map<string, number>) {}

  availableCents(walletId: string): number {
    return (this.own.get(walletId) ?? 0) + (this.others.get(walletId) ?? 0);
  }

  put(walletId: string, cents: number): void {
    this.own.set(walletId, (this.own.get(walletId) ?? 0) + cents);
  }

  take(walletId: string, cents: number): void {
    const ofOwn = Math.min(cents, this.own.get(walletId) ?? 0);
    this.put(walletId, -ofOwn);
    if (cents > ofOwn) this.others.set(walletId, (this.others.get(walletId) ?? 0) - (cents - ofOwn));
  }
}
