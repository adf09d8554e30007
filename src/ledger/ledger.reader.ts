import { Injectable } from '@nestjs/common';
import type { Reading } from '../database';
import type { AccountRef } from './accounts.rules';
import { LedgerRepository } from './ledger.repository';
import type { AccountBalance, Entry, RecordedTransaction, WalletBalances, WalletRef } from './ledger.types';

/** Balances, entries and transactions of one merchant's book. Each answer is of one moment. */
@Injectable()
export class LedgerReader {
  constructor(private readonly ledger: LedgerRepository) {}

  /** What the accounts of a wallet hold, exact at this moment; those that were never used are left out. */
  listOfWallet(merchantId: string, walletId: string, on?: Reading): Promise<AccountBalance[]> {
    return this.ledger.listBalances(merchantId, walletId, on);
  }

  /** The same of a whole page of wallets, of any merchants, by one statement: by wallet, what its accounts hold. */
  listOfWallets(wallets: readonly WalletRef[], on?: Reading): Promise<ReadonlyMap<string, WalletBalances>> {
    return this.ledger.listBalancesOfWallets(wallets, on);
  }

  /** The whole book, its own accounts first: it sums to 0. */
  listOfBook(merchantId: string, on?: Reading): Promise<AccountBalance[]> {
    return this.ledger.listBalances(merchantId, null, on);
  }

  /** A page of an account's entries, newest first, with the exact number of all of them. */
  listEntries(
    merchantId: string,
    account: AccountRef,
    page: { readonly limit: number; readonly offset: number },
  ): Promise<{ entries: Entry[]; total: number }> {
    return this.ledger.listEntries(merchantId, account, page);
  }

  async findTransaction(merchantId: string, reference: string): Promise<RecordedTransaction | null> {
    const [found] = await this.ledger.listByReference(merchantId, [reference]);
    return found ?? null;
  }
}
