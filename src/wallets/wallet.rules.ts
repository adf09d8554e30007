import type { WalletAccountName } from '../ledger';
import type { OwnerType } from './wallet.entity';

/** What the accounts of a wallet hold, in cents, with their own sign; those that were never used are left out. */
export type HeldCents = Partial<Readonly<Record<WalletAccountName, number>>>;

/** What may leave a wallet that is not frozen: what is available less the debt, never below 0 (money contract §12). */
export function withdrawableCents({ available = 0, debt = 0 }: HeldCents): number {
  return Math.max(0, available + debt);
}

const LIVE_DEBT_LIMITS: Readonly<Record<OwnerType, number>> = { merchant: 1_000_000, submerchant: 100_000 };

/** What the owner of a new wallet may owe at most, in cents; null: no bound (money contract §13, Limits). */
export function defaultDebtLimit(owner: OwnerType, isLive: boolean): number | null {
  return isLive ? LIVE_DEBT_LIMITS[owner] : null;
}
