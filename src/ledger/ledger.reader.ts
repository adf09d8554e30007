import { Injectable } from '@nestjs/common';
import type { BrokenRule } from '../common/invariants';
import type { Reading } from '../database';
import type { AccountRef } from './accounts.rules';
import { LedgerEntryRepository } from './ledger-entry.repository';
import { LedgerRepository } from './ledger.repository';
import { LedgerTransactionRepository } from './transactions/ledger-transaction.repository';
import type {
  AccountBalance,
  BookBalances,
  DayOfKind,
  EntriesWanted,
  Entry,
  EntryPage,
  EntryRange,
  Period,
  RecordedTransaction,
  TransactionPage,
  TransactionsWanted,
  WalletBalances,
  WalletRef,
} from './ledger.types';

/** Balances, entries and transactions of one merchant's book. Each answer is of one moment. */
@Injectable()
export class LedgerReader {
  constructor(
    private readonly ledger: LedgerRepository,
    private readonly entries: LedgerEntryRepository,
    private readonly transactions: LedgerTransactionRepository,
  ) {}

  /** What the accounts of a wallet hold, exact at this moment; those that were never used are left out. */
  listOfWallet(merchantId: string, walletId: string, on?: Reading): Promise<AccountBalance[]> {
    return this.ledger.listBalances(merchantId, walletId, on);
  }

  /** The same of a whole page of wallets, of any merchants, by one statement: by wallet, what its accounts hold. */
  listOfWallets(wallets: readonly WalletRef[], on?: Reading): Promise<ReadonlyMap<string, WalletBalances>> {
    return this.ledger.listBalancesOfWallets(wallets, on);
  }

  /** Wallets that owe and have something available, at the moment, after this one in the order of merchants and wallets. */
  listPayableDebts(after: WalletRef | null, limit: number): Promise<WalletRef[]> {
    return this.ledger.listPayableDebts(after, limit);
  }

  /** The whole book, its own accounts first: it sums to 0. */
  listOfBook(merchantId: string, on?: Reading): Promise<AccountBalance[]> {
    return this.ledger.listBalances(merchantId, null, on);
  }

  /** A page of an account's entries, newest first, with the exact number of all that were asked for. */
  listEntries(merchantId: string, account: AccountRef, wanted: EntriesWanted): Promise<EntryPage> {
    return this.entries.list(merchantId, account, wanted);
  }

  /** Where the entries of a period are; they never change, so whoever reads them piece by piece reads one moment. */
  findRange(merchantId: string, account: AccountRef, period: Partial<Period>): Promise<EntryRange> {
    return this.entries.findRange(merchantId, account, period);
  }

  /** Entries of such a range, oldest first. */
  listForward(merchantId: string, account: AccountRef, range: EntryRange, limit: number): Promise<Entry[]> {
    return this.entries.listForward(merchantId, account, range, limit);
  }

  /** What a period came to, day by day, and what was there before it. */
  listDays(merchantId: string, account: AccountRef, period: Period): Promise<DayOfKind[]> {
    return this.entries.listDays(merchantId, account, period);
  }

  async findTransaction(
    merchantId: string,
    reference: string,
    on?: Reading,
  ): Promise<RecordedTransaction | null> {
    const [found] = await this.transactions.listByReference(merchantId, [reference], on);
    return found ?? null;
  }

  /** Which of these references stand in a merchant's book. */
  listPosted(merchantId: string, references: readonly string[], on?: Reading): Promise<ReadonlySet<string>> {
    return this.transactions.listPosted(merchantId, references, on);
  }

  findTransactionById(merchantId: string, id: string, on?: Reading): Promise<RecordedTransaction | null> {
    return this.transactions.find(merchantId, id, on);
  }

  /** A page of a book's transactions, newest first, with the exact number of all that were asked for. */
  listTransactions(merchantId: string, wanted: TransactionsWanted): Promise<TransactionPage> {
    return this.transactions.list(merchantId, wanted);
  }

  /**
   * The book's own accounts, and those of wallets that hold something: they sum to 0.
   * @param before as the book was before a moment; null: as it is
   */
  getBook(merchantId: string, before: Date | null = null): Promise<BookBalances> {
    return this.transactions.getBook(merchantId, before);
  }

  /** The rules of the books by themselves that do not hold, of what was written since a moment; null: of everything. */
  listBrokenRules(since: Date | null, settledBefore: Date): Promise<BrokenRule[]> {
    return this.entries.listBrokenRules(since, settledBefore);
  }

  /** Whether anything was ever posted to it. */
  hasAccount(merchantId: string, account: AccountRef, on?: Reading): Promise<boolean> {
    return this.transactions.hasAccount(merchantId, account, on);
  }
}
