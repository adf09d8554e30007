import { Injectable } from '@nestjs/common';
import { TxRunner } from '../../database';
import { LedgerReader, LedgerService, walletAccount, type WalletRef } from '../../ledger';
import { WalletRepository } from '../wallet.repository';
import { WalletDebtService } from './wallet-debt.service';

/** Wallets of one round. */
const WALLETS_A_ROUND = 100;

/** Pays debts from what has become available (money contract §17, Recovery). */
@Injectable()
export class RecoverDebtsUseCase {
  constructor(
    private readonly transactions: TxRunner,
    private readonly reader: LedgerReader,
    private readonly ledger: LedgerService,
    private readonly wallets: WalletRepository,
    private readonly debts: WalletDebtService,
  ) {}

  /**
   * All that can be paid now, each wallet in a transaction of its own: two workers that meet wait for each other's lock, and
   * the second finds nothing left to pay.
   * @param stop ends it between two wallets
   */
  async execute(stop?: AbortSignal): Promise<void> {
    for (let after: WalletRef | null = null; ;) {
      const round: WalletRef[] = await this.reader.listPayableDebts(after, WALLETS_A_ROUND);
      for (const wallet of round) {
        if (stop?.aborted === true) return;
        await this.recover(wallet);
      }
      after = round.at(-1) ?? null;
      if (round.length < WALLETS_A_ROUND || after === null) return;
    }
  }

  private recover({ merchantId, walletId }: WalletRef): Promise<void> {
    return this.transactions.run(async (tx) => {
      const wallet = await this.wallets.find(merchantId, walletId, tx);
      if (wallet === null) return;
      const [available = 0, debt = 0] = await this.ledger.lock(tx, merchantId, [
        walletAccount(walletId, 'available'),
        walletAccount(walletId, 'debt'),
      ]);
      const recovery = this.debts.recoveryOf(wallet, available, debt);
      if (recovery === null) return;
      await this.ledger.post(tx, [recovery]);
      if (available + debt >= 0) await this.debts.noteSettled(tx, wallet);
    });
  }
}
