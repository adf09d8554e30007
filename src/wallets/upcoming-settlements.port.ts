import type { Reading } from '../database';
import type { WalletKey } from './wallet.repository';

/** What becomes available next, and on which day, e.g. `2026-11-25`. */
export interface UpcomingSettlement {
  readonly dueDate: string;
  readonly amountCents: number;
}

/** A port: when waiting money is due is known to receivables, which stand above this feature and provide it. */
export abstract class UpcomingSettlements {
  /** The next one of each wallet by its id, with one query for a whole page; a wallet without any is missing. */
  abstract findNext(
    wallets: readonly WalletKey[],
    reading?: Reading,
  ): Promise<ReadonlyMap<string, UpcomingSettlement>>;
}
