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
  /** The transaction that reverses it. */
  readonly reversedById: string | null;
  readonly description: string | null;
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
  readonly description: string | null;
  readonly amountCents: number;
  /** What the account held after it. */
  readonly balanceCents: number;
  readonly postedAt: Date;
  readonly occurredAt: Date;
  readonly effectiveDate: string;
}

export type Direction = 'credit' | 'debit';

/** Whole days by `postedAt`, both included, in a zone whose offset is whole hours. */
export interface Period {
  /** E.g. `2026-11-24`. */
  readonly dateFrom: string;
  readonly dateTo: string;
  readonly timeZone: string;
}

/** A page of an account's entries, by its place among them or behind an entry. */
export type EntriesWanted = {
  /** Default all. */
  readonly kinds?: readonly string[];
  readonly direction?: Direction;
  readonly period?: Partial<Period>;
  readonly limit: number;
} & ({ readonly offset: number } | { readonly beforeSeq: number | null });

export interface EntryPage {
  readonly entries: readonly Entry[];
  /** Of all that was asked for, whatever the page. */
  readonly total: number;
}

/** A page of a book's transactions, by place or behind another one; days by `recordedAt`. */
export type TransactionsWanted = {
  /** Default all. */
  readonly kind?: string;
  readonly period: Partial<Period>;
  readonly limit: number;
} & ({ readonly offset: number } | { readonly after: Pick<RecordedTransaction, 'recordedAt' | 'id'> | null });

export interface TransactionPage {
  readonly transactions: readonly RecordedTransaction[];
  /** Of all that was asked for, whatever the page. */
  readonly total: number;
}

/** A trial balance. */
export interface BookBalances {
  readonly balances: readonly AccountBalance[];
  /** The moment that it is of. */
  readonly at: Date;
}

/** Places of an account, the first one not included. */
export interface EntryRange {
  readonly afterSeq: number;
  readonly lastSeq: number;
}

/** What the entries of a kind and direction came to on a day; `day` null: before the first day. */
export interface DayOfKind {
  readonly day: string | null;
  readonly kind: string;
  readonly direction: Direction;
  readonly count: number;
  /** With the account's own sign. */
  readonly amountCents: number;
}
