export {
  type AccountRef,
  bookAccount,
  type BookAccountName,
  WALLET_ACCOUNTS,
  walletAccount,
  type WalletAccountName,
} from './accounts.rules';
export { CompleteBooksService } from './completeness/complete-books.service';
export {
  AlreadyReversedError,
  BoundPassedError,
  NothingToReverseError,
  ReferenceTakenError,
} from './ledger-errors';
export { ledgerFeature } from './ledger.feature';
export { isBookComplete, ledgerInvariants } from './ledger.invariants';
export { LedgerModule } from './ledger.module';
export { LedgerReader } from './ledger.reader';
export { type BookAccounts, LedgerService, type Posted } from './ledger.service';
export type {
  AccountBalance,
  BookBalances,
  DayOfKind,
  Direction,
  EntriesWanted,
  Entry,
  EntryPage,
  EntryRange,
  Period,
  RecordedTransaction,
  WalletBalances,
  WalletRef,
} from './ledger.types';
export { heldRule } from './verification/held.invariants';
export { PostLinesUseCase } from './post-lines.use-case';
export { type Line, type NewReversal, type NewTransaction, sumLines } from './posting.rules';
