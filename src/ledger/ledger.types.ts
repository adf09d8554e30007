import type { AccountRef, WalletAccountName } from './accounts.rules';
import type { Line } from './posting.rules';

/** What an account holds at a moment, in cents, with the account's own sign. */
export interface AccountBalance {
  readonly account: AccountRef;
  readonly balanceCents: number;
}

/** A wallet in one merchant's book. */
export interface WalletRef {
  readonly merchantId: string;
  readonly walletId: string;
}

/** What the accounts of a wallet hold, in cents, with their own sign; those that were never used are left out. */
export type WalletBalances = Partial<Readonly<Record<WalletAccountName, number>>>;

/** A transaction as it stands in the book, lines in the order of their accounts. */
export interface RecordedTransaction {
  readonly merchantId: string;
  readonly id: string;
  readonly reference: string;
  readonly kind: string;
  readonly resource: { readonly type: string; readonly id: string };
  readonly accountIds: readonly string[];
  readonly lines: readonly Line[];
  readonly reversesId: string | null;
  readonly occurredAt: Date;
  readonly recordedAt: Date;
  /** The day of `occurredAt` in America/Sao_Paulo, e.g. `2026-11-24`. */
  readonly effectiveDate: string;
}

/** A line that has its place in its account. */
export interface Entry {
  /** Counts from 1, without a gap. */
  readonly seq: number;
  readonly account: AccountRef;
  readonly kind: string;
  readonly transactionId: string;
  readonly reference: string;
  readonly resource: { readonly type: string; readonly id: string };
  readonly amountCents: number;
  /** What the account held after it. */
  readonly balanceCents: number;
  readonly postedAt: Date;
  readonly occurredAt: Date;
  readonly effectiveDate: string;
}
