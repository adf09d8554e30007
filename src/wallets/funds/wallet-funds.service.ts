import { Injectable } from '@nestjs/common';
import type { Reading, Tx } from '../../database';
import {
  CompleteBooksService,
  LedgerReader,
  LedgerService,
  type NewTransaction,
  walletAccount,
} from '../../ledger';
import { WalletDebtService } from '../debt/wallet-debt.service';
import type { Wallet } from '../wallet.entity';
import { walletErrors } from '../wallet.errors';
import { WalletReader } from '../wallet.reader';
import { WalletRepository } from '../wallet.repository';
import { withdrawableCents } from '../wallet.rules';
import { shownState } from '../wallet.transitions';

/** A wallet, for whoever takes money out of it. */
export type FundedWallet = Wallet;

/** What a wallet holds while its accounts are locked, in cents. */
export interface LockedFunds {
  readonly withdrawableCents: number;
  /** What pays the debt from what is available; null: there is none, or nothing to pay it with. It is posted before anything leaves. */
  readonly recovery: NewTransaction | null;
  /** Whether the recovery pays all of the debt. */
  readonly isSettled: boolean;
}

/** Wallets for those that take money out of them. */
@Injectable()
export class WalletFundsService {
  constructor(
    private readonly wallets: WalletRepository,
    private readonly reader: WalletReader,
    private readonly ledger: LedgerService,
    private readonly books: LedgerReader,
    private readonly debts: WalletDebtService,
    private readonly completeness: CompleteBooksService,
  ) {}

  /** Throws NOT_FOUND, also for another merchant's wallet. */
  get(merchantId: string, id: string, reading?: Reading): Promise<Wallet> {
    return this.reader.getRecord(merchantId, id, reading);
  }

  /** The row, locked until the transaction ends. Throws NOT_FOUND. */
  async lock(tx: Tx, merchantId: string, id: string): Promise<Wallet> {
    return (await this.wallets.lock(tx, merchantId, id)) ?? this.get(merchantId, id, tx);
  }

  /** The wallet, whose state cannot change until the transaction ends; others may do the same at once. Throws NOT_FOUND. */
  async hold(tx: Tx, merchantId: string, id: string): Promise<Wallet> {
    const [wallet] = await this.wallets.lockShared(tx, merchantId, [id]);
    return wallet ?? this.get(merchantId, id, tx);
  }

  isFrozen({ state }: Wallet): boolean {
    return shownState(state).status === 'frozen';
  }

  /** Throws WALLET_FROZEN. */
  assertActive(wallet: Wallet): void {
    if (this.isFrozen(wallet)) throw walletErrors.WALLET_FROZEN();
  }

  /** What may leave a wallet at this moment, in cents. */
  async withdrawableOf(wallet: Wallet): Promise<number> {
    const { merchantId, id: walletId } = wallet;
    const held = await this.books.listOfWallets([{ merchantId, walletId }]);
    return this.isFrozen(wallet) ? 0 : withdrawableCents(held.get(walletId) ?? {});
  }

  /**
   * For whatever takes money out: what a wallet holds is told only by a book that is complete (money contract §20, Existing
   * data). Throws UNAVAILABLE.
   */
  assertBookComplete(merchantId: string, reading?: Reading): Promise<void> {
    return this.completeness.assertComplete(merchantId, reading);
  }

  /** Locks what money leaves from: of any number at once only those go on that there is money for. Throws UNAVAILABLE. */
  async lockFunds(tx: Tx, wallet: Wallet): Promise<LockedFunds> {
    const { merchantId, id } = wallet;
    await this.assertBookComplete(merchantId, tx);
    const [available = 0, debt = 0] = await this.ledger.lock(tx, merchantId, [
      walletAccount(id, 'available'),
      walletAccount(id, 'debt'),
    ]);
    const recovery = this.debts.recoveryOf(wallet, available, debt);
    return {
      withdrawableCents: withdrawableCents({ available, debt }),
      recovery,
      isSettled: recovery !== null && available + debt >= 0,
    };
  }

  /** After a posting that had the recovery with it. */
  async noteRecovered(tx: Tx, wallet: Wallet, { isSettled }: LockedFunds): Promise<void> {
    if (isSettled) await this.debts.noteSettled(tx, wallet);
  }
}
